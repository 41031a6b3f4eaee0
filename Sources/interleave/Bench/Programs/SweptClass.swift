import FoundationEssentials

/// A class of the platform. A program is generated that calls its every setter, getter and method.
struct SweptClass {
    /// A property, or a method with its arguments.
    struct Member {
        var name: String
        /// Reads the property, or calls the method.
        var use: String
        /// Sets the property to `value`, its previous value; nil: it cannot be set.
        var change: String?
        var isMethod = false
        /// Whether the method's only purpose can be to change its object. That includes a method
        /// that takes the next element, and so advances its object.
        var isChange = false, movesOn = false
    }

    var name: String
    var members: [Member]
    /// How to create an object of the class.
    var make: String

    /// The runs of a member: once by one thread, then by two at the same time.
    enum Use: String, CaseIterable { case alone, bothUse, bothChange, useAndChange }

    /// The name of the function for it; nil: there is none, because the property cannot be set.
    func entry(_ member: Int, _ use: Use) -> String? {
        members[member].change == nil && (use == .bothChange || use == .useAndChange) ? nil : "\(use.rawValue)\(member)"
    }

    var entries: [String] {
        members.indices.flatMap { member in Use.allCases.compactMap { entry(member, $0) } }
    }

    /// The lines before the first member's.
    private static let head = [
        "import Dispatch", "import Foundation", "import FoundationNetworking", "import FoundationXML",
        "func both(_ first: () -> Void, _ second: () -> Void) {",
        "DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? first() : second() } }",
    ]

    /// The program: each member on a line of its own, so that the compiler's errors name the
    /// member.
    var text: String {
        var lines = Self.head + ["func made() -> \(name) { \(make) }"]
        for (index, member) in members.enumerated() {
            let begin = "let shared = made()" + (member.change == nil ? "" : ", value = \(member.use.dropFirst(4))")
            var functions = [
                "func alone\(index)() { \(begin); \(member.change.map { "\($0); " } ?? "")\(member.use) }",
                "func bothUse\(index)() { let shared = made(); both({ \(member.use) }, { \(member.use) }) }",
            ]
            if let change = member.change {
                functions.append("func bothChange\(index)() { \(begin); both({ \(change) }, { \(change) }) }")
                functions.append("func useAndChange\(index)() { \(begin); both({ \(member.use) }, { \(change) }) }")
            }
            lines.append(functions.joined(separator: "; "))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The class without the members whose lines have compiler errors; nil: no object can be
    /// created, or no member is left.
    func without(errors words: String, in file: String) -> SweptClass? {
        var wrong: Set<Int> = []
        for line in words.split(separator: "\n") where line.hasPrefix("\(file):") && line.contains(" error: ") {
            guard let number = line.dropFirst(file.utf8.count + 1).split(separator: ":").first.flatMap({ Int($0) }) else { continue }
            wrong.insert(number - Self.head.count - 2)
        }
        if wrong.isEmpty || wrong.contains(-1) { return nil }
        var rest = self
        rest.members = members.indices.filter { !wrong.contains($0) }.map { members[$0] }
        return rest.members.isEmpty ? nil : rest
    }
}

extension SweptClass {
    /// The classes of a module, each with its own declarations.
    static func all(in graph: SymbolGraph) -> [SweptClass] {
        var classes: [String: SweptClass] = [:]
        for symbol in graph.symbols where symbol.kind.identifier == "swift.class" && symbol.isThere && symbol.pathComponents.count == 1 {
            let name = symbol.pathComponents[0]
            classes[name] = SweptClass(name: name, members: [], make: makers[name] ?? "\(name)()")
        }
        for symbol in graph.symbols where symbol.pathComponents.count == 2 && symbol.isThere {
            guard let member = Member(symbol), !paired.contains(String(member.name.prefix { $0.isLetter })) else { continue }
            classes[symbol.pathComponents[0]]?.members.append(member)
        }
        return classes.values.filter { !$0.members.isEmpty }.sorted { $0.name < $1.name }
    }
}

extension SweptClass.Member {
    /// nil: it is generic or asynchronous, or has a parameter for which there is no value.
    init?(_ symbol: SymbolGraph.Symbol) {
        let title = symbol.pathComponents[1], declaration = symbol.declaration
        if symbol.swiftGenerics != nil || declaration.contains(" async") { return nil }
        switch symbol.kind.identifier {
        case "swift.property":
            let isFixed = declaration.contains("{ get }") || declaration.hasPrefix("let ") || declaration.contains(" let ")
            self.init(name: title, use: "_ = shared.\(title)", change: isFixed ? nil : "shared.\(title) = value")
            movesOn = symbol.pathComponents == ["NSEnumerator", "allObjects"]
        case "swift.method":
            guard let base = title.split(separator: "(").first, base.first?.isLetter == true else { return nil }
            let labels = title.dropFirst(base.count + 1).split(separator: ":").filter { $0 != ")" }
            let parameters = symbol.functionSignature?.parameters ?? []
            guard labels.count == parameters.count else { return nil }
            var arguments: [String] = []
            for (label, parameter) in zip(labels, parameters) {
                guard let value = Self.value(of: parameter.type) else { return nil }
                arguments.append(label == "_" ? value : "\(label): \(value)")
            }
            let call = "shared.\(base)(\(arguments.joined(separator: ", ")))"
            self.init(name: title, use: declaration.contains(" throws") ? "_ = try? \(call)" : "_ = \(call)", change: nil)
            isMethod = true
            let fills = ["get", "enumerate", "encode", "write"].contains { base.hasPrefix($0) }
            isChange = symbol.pathComponents[0].contains("Mutable") && !declaration.contains("->") && !fills
        default: return nil
        }
    }

    /// A value of this type, as source.
    private static func value(of type: String) -> String? {
        let plain = type.hasSuffix("?") || type.hasSuffix("!") ? String(type.dropLast()) : type
        return values[plain]
    }

    private static let values = [
        "Int": "0", "Int32": "0", "Int64": "0", "UInt": "0", "UInt64": "0", "Double": "1", "Float": "1", "CGFloat": "1",
        "TimeInterval": "1",
        "Bool": "true", "String": "\"a\"", "Any": "1", "AnyHashable": "1", "Data": "Data([1])", "Date": "Date(timeIntervalSince1970: 0)",
        "URL": "URL(string: \"http://example.org\")!", "NSRange": "NSRange(location: 0, length: 0)", "Locale": "Locale(identifier: \"en\")",
        "TimeZone": "TimeZone(secondsFromGMT: 0)!", "Calendar": "Calendar(identifier: .gregorian)", "CharacterSet": "CharacterSet.letters",
        "IndexSet": "IndexSet(integer: 0)", "[Any]": "[1]", "[String]": "[\"a\"]", "Set<AnyHashable>": "[1]",
        "[AnyHashable : Any]": "[1: 1]",
        "NSAttributedString": "NSAttributedString(string: \"a\")", "XMLNode": "XMLElement(name: \"b\")",
        "[XMLNode]": "[XMLElement(name: \"b\")]",
        "URLRequest": "URLRequest(url: URL(string: \"http://example.org\")!)", "NSNumber": "1 as NSNumber",
        "DateComponents": "DateComponents(day: 1)",
    ]
}
