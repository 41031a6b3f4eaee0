import FoundationEssentials

/// The parts of a parser tree node that are used here.
struct SourceNode: Decodable {
    var kind = ""
    var name = ""
    var labels: [String] = []
    var range: Range<Int>?
    var attributes: [SourceNode] = []
    var accessLevel = ""
    var parameters: [SourceNode] = []
    var endOfParameters: Int?
    var startOfBody: Int?
    /// For top-level code: the kinds of its elements, whether it awaits, and where `for` loops
    /// begin.
    var elements: [String] = []
    var waits = false
    var loops: [Int] = []
    var members: [SourceNode] = []
    var items: [SourceNode] = []
    var extendedType = ""
    var isStatic = false
    var modules: [String] = []

    /// Whether no other file can use it.
    var isPrivate: Bool { attributes.contains { $0.accessLevel == "private" || $0.accessLevel == "fileprivate" } }

    private enum Key: String, CodingKey {
        case kind = "_kind", name, range, attrs, params, body, members, items, elements
        case accessLevel = "access_level", extendedType = "extended_type", isStatic = "static", modules = "module_path"
        case start, end, baseName = "base_name", args
    }

    init(from decoder: any Decoder) {
        guard let all = try? decoder.container(keyedBy: Key.self) else { return }
        kind = (try? all.decode(String.self, forKey: .kind)) ?? ""
        if let name = try? all.nestedContainer(keyedBy: Key.self, forKey: .name) {
            let base = try? name.nestedContainer(keyedBy: Key.self, forKey: .baseName)
            self.name = (try? base?.decode(String.self, forKey: .name)) ?? ""
            labels = (try? name.decode([String].self, forKey: .args)) ?? []
        }
        // One with a label, `list[safe: index]`, is another one.
        if kind == "subscript_decl", labels.first ?? "" == "" { name = "subscript" }
        range = Self.range(in: all)
        switch kind {
        case "source_file": items = (try? all.decode([SourceNode].self, forKey: .items)) ?? []
        case "import_decl": modules = (try? all.decode([String].self, forKey: .modules)) ?? []
        case "top_level_code_decl":
            let body = try? all.nestedContainer(keyedBy: Key.self, forKey: .body)
            elements = ((try? body?.decode([Kind].self, forKey: .elements)) ?? []).map(\.kind)
            if let found = try? all.decode(Waits.self, forKey: .body) { (waits, loops) = (found.isAnywhere, found.loops) }
        case "func_decl":
            attributes = (try? all.decode([SourceNode].self, forKey: .attrs)) ?? []
            let list = try? all.nestedContainer(keyedBy: Key.self, forKey: .params)
            parameters = (try? list?.decode([SourceNode].self, forKey: .params)) ?? []
            endOfParameters = list.flatMap(Self.range)?.upperBound
            startOfBody = (try? all.nestedContainer(keyedBy: Key.self, forKey: .body)).flatMap(Self.range)?.lowerBound
            isStatic = (try? all.decode(Bool.self, forKey: .isStatic)) ?? false
        case _ where kind.hasSuffix("_attr"): accessLevel = (try? all.decode(String.self, forKey: .accessLevel)) ?? ""
        default:
            attributes = (try? all.decode([SourceNode].self, forKey: .attrs)) ?? []
            members = (try? all.decode([SourceNode].self, forKey: .members)) ?? []
            extendedType = (try? all.decode(String.self, forKey: .extendedType)) ?? ""
        }
    }

    private struct Kind: Decodable {
        var kind: String
        private enum CodingKeys: String, CodingKey { case kind = "_kind" }
    }

    private static func range(in node: KeyedDecodingContainer<Key>) -> Range<Int>? {
        guard let range = try? node.nestedContainer(keyedBy: Key.self, forKey: .range),
            let start = try? range.decode(Int.self, forKey: .start),
            let end = try? range.decode(Int.self, forKey: .end), start <= end
        else { return nil }
        return start..<end
    }
}

/// The awaits in a piece of code, without its functions and closures.
private struct Waits: Decodable {
    var isAnywhere = false
    var loops: [Int] = []

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) {
        if var list = try? decoder.unkeyedContainer() {
            while !list.isAtEnd, let part = try? list.decode(Waits.self) { add(part) }
            return
        }
        guard let all = try? decoder.container(keyedBy: AnyKey.self) else { return }
        switch try? all.decode(String.self, forKey: AnyKey(stringValue: "_kind")) {
        case "closure_expr", "func_decl", "accessor_decl": return
        case "await_expr": isAnywhere = true
        case "for_each_stmt":
            let range = try? all.decode([String: Int].self, forKey: AnyKey(stringValue: "range"))
            if let start = range?["start"] { loops.append(start) }
        default: break
        }
        for key in all.allKeys {
            if let part = try? all.decode(Waits.self, forKey: key) { add(part) }
        }
    }

    private mutating func add(_ part: Waits) {
        isAnywhere = isAnywhere || part.isAnywhere
        loops += part.loops
    }
}
