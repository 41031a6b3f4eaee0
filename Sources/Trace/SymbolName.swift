/// Names of functions, as a student would say them.
public enum SymbolName {
    /// The wrapper that the compiler puts around a closure whose type must be converted.
    static let thunk = "thunk"

    /// A demangled Swift name without types, modules, generics and the compiler's additions.
    ///
    /// "partial apply forwarder for closure #1 @Sendable () -> () in album.PhotoLibrary.add(album.Photo) -> ()" becomes
    /// "closure #1 in PhotoLibrary.add(_:)". Top-level code is called "main". Linear in the name's length.
    public static func shortened(_ name: String) -> String {
        // The compiler's form of an async `main`.
        if name.contains("async_Main") { return "main" }
        var text = SymbolText(name)
        text.removeSuffix(from: " with unmangled suffix ")
        var parts: [String] = []
        for var part in text.split(by: " in ") {
            part.removeAdditions()
            if part.hasPrefix("conformance ") { break }
            if part.hasPrefix("reabstraction thunk") { return thunk }
            parts.append(part.shortened())
        }
        // The context of top-level code is its module.
        if parts.count > 1, let last = parts.last, !last.contains(where: { ".(#".contains($0) }), isNumbered(parts[parts.count - 2]) {
            parts[parts.count - 1] = "main"
        }
        let short = parts.filter { !$0.isEmpty }.joined(separator: " in ")
        return short.isEmpty ? name : short
    }

    /// The function that a shortened name speaks of, without its type: "add(_:)" of "closure #1 in PhotoLibrary.add(_:)".
    ///
    /// Initialisers keep their type, which says more than they do.
    public static func base(of name: String) -> String {
        let parts = SymbolText(name).split(by: " in ").map(\.string)
        let function = parts.first { !$0.isEmpty && !isNumbered($0) && $0 != "defer" } ?? parts.last { !$0.isEmpty } ?? name
        if function.contains("+0x") { return function }
        let head = function.prefix { $0 != "(" }
        var components = head.split(separator: ".", omittingEmptySubsequences: false)
        guard components.count > 1, !components.contains(where: \.isEmpty) else { return function }
        let last = components.removeLast()
        let rest = function[head.endIndex...]
        let needsType =
            last == "init" || last == "deinit" || last == "subscript" || last == "setter" || last == "didset" || last == "willset"
        if needsType, let type = components.last { return "\(type).\(last)\(rest)" }
        return "\(last)\(rest)"
    }

    /// "closure #1": a name only within what follows it.
    private static func isNumbered(_ part: String) -> Bool { part.hasPrefix("closure #") }
}

/// A part of a demangled name, as its bytes: the meaningful characters in it are ASCII.
private struct SymbolText {
    private var bytes: ArraySlice<UInt8>

    init(_ text: String) { bytes = Array(text.utf8)[...] }
    private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    func hasPrefix(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

    mutating func removePrefix(_ prefix: String) -> Bool {
        guard hasPrefix(prefix) else { return false }
        bytes.removeFirst(prefix.utf8.count)
        return true
    }

    mutating func removeSuffix(from needle: String) {
        if let position = position(of: needle, anyDepth: true) { bytes = bytes[..<position] }
    }

    /// The parts between the separators that are not inside brackets.
    func split(by separator: String) -> [SymbolText] {
        var parts: [SymbolText] = []
        var rest = self
        while let position = rest.position(of: separator) {
            parts.append(SymbolText(rest.bytes[..<position]))
            rest = SymbolText(rest.bytes[(position + separator.utf8.count)...])
        }
        return parts + [rest]
    }

    /// The first position of a text, by default outside all brackets.
    private func position(of needle: String, anyDepth: Bool = false) -> Int? {
        let needle = Array(needle.utf8)
        var depth = 0
        for index in bytes.indices {
            if depth == 0 || anyDepth, bytes[index...].starts(with: needle) { return index }
            depth = max(0, depth + step(index))
        }
        return nil
    }

    /// How a byte changes the depth of brackets; the arrow of a function type is not a bracket.
    private func step(_ index: Int) -> Int {
        switch bytes[index] {
        case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["): return 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): return -1
        case UInt8(ascii: ">"): return index > bytes.startIndex && bytes[index - 1] == UInt8(ascii: "-") ? 0 : -1
        default: return 0
        }
    }

    /// The index after the bracket that closes the one at `index`.
    private func closing(_ index: Int) -> Int {
        var depth = 0
        for position in index..<bytes.endIndex {
            depth += step(position)
            if depth == 0 { return position + 1 }
        }
        return bytes.endIndex
    }

    /// Takes off what the compiler says about a function that is not its name.
    mutating func removeAdditions() {
        let additions = [
            "partial apply forwarder for ", "merged ", "specialized ", "implicit ", "dispatch thunk of ", "async function pointer to ",
            "protocol witness for ", "variable initialization expression of ", "one-time initialization function for ",
            "one-time initialization token for ", "property wrapper backing initializer of ", "key path getter for ",
            "key path setter for ", "curry thunk of ", "distributed thunk ", "@objc ", "@nonobjc ", "override ", "static ", "class ",
        ]
        while true {
            if additions.contains(where: { removePrefix($0) }) { continue }
            if removeStep() || removeSpecialisation() || removeArgument() || removeExtension() { continue }
            return
        }
    }

    /// "(1) await resume partial function for ": the stretch of an asynchronous function between two suspensions.
    private mutating func removeStep() -> Bool {
        guard hasPrefix("("), bytes.count > 2, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[bytes.startIndex + 1]) else {
            return false
        }
        var rest = SymbolText(bytes[closing(bytes.startIndex)...])
        guard rest.removePrefix(" await resume partial function for ") || rest.removePrefix(" suspend resume partial function for ") else {
            return false
        }
        self = rest
        return true
    }

    /// "generic specialization <Swift.Int> of ".
    private mutating func removeSpecialisation() -> Bool {
        guard let open = bytes.firstIndex(of: UInt8(ascii: "<")),
            SymbolText(bytes[..<open]).string.hasSuffix("specialization ")
        else { return false }
        var rest = SymbolText(bytes[closing(open)...])
        guard rest.removePrefix(" of ") else { return false }
        self = rest
        return true
    }

    /// "default argument 0 of ".
    private mutating func removeArgument() -> Bool {
        guard hasPrefix("default argument "), let of = position(of: " of ") else { return false }
        bytes = bytes[(of + 4)...]
        return true
    }

    /// "(extension in album):".
    private mutating func removeExtension() -> Bool {
        guard hasPrefix("(extension in ") else { return false }
        var rest = SymbolText(bytes[closing(bytes.startIndex)...])
        guard rest.removePrefix(":") else { return false }
        self = rest
        return true
    }

    /// One function, property or closure, without its context.
    func shortened() -> String {
        if let mark = position(of: " #") {
            let word = SymbolText(bytes[..<mark]).string
            let digits = bytes[(mark + 2)...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            if word == "$defer" { return "defer" }
            if word == "closure" { return "closure #\(String(decoding: digits, as: UTF8.self))" }
            // A function inside a function: "inner #1 @Sendable (n: Swift.Int) -> ()".
            let rest = SymbolText(bytes[digits.endIndex...])
            return word + (rest.firstArguments ?? "()")
        }
        return path()
    }

    /// The labels of the first parentheses outside other brackets.
    private var firstArguments: String? {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "(") { return SymbolText(bytes[index..<closing(index)]).labels() }
            index = step(index) > 0 ? closing(index) : index + 1
        }
        return nil
    }

    /// "album.PhotoLibrary.add<A>(album.Photo, to: Swift.Int) -> ()" as "PhotoLibrary.add(_:to:)".
    private func path() -> String {
        for kind in [" infix(", " prefix(", " postfix("] {
            if let position = operatorPosition(kind) { return operatorPath(position, kind) }
        }
        var components: [String] = [""]
        var arguments = ""
        var isMethod = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") {
                index = closing(index)
            } else if byte == UInt8(ascii: "(") {
                let end = closing(index)
                guard components.last == "" else {
                    arguments = SymbolText(bytes[index..<end]).labels()
                    isMethod = true
                    break
                }
                // A private name: "(secret in _771D…)".
                let inside = SymbolText(bytes[(index + 1)..<max(index + 1, end - 1)])
                components[components.count - 1] = inside.split(by: " in ")[0].string
                index = end
            } else if byte == UInt8(ascii: " ") {
                if components.last == "getter", components.dropLast().last == "subscript" {
                    arguments = SymbolText(bytes[index...]).firstArguments ?? ""
                }
                break
            } else {
                if byte == UInt8(ascii: ".") {
                    components.append("")
                } else {
                    components[components.count - 1].unicodeScalars.append(Unicode.Scalar(byte))
                }
                index += 1
            }
        }
        return Self.join(components, arguments, isMethod: isMethod)
    }

    private static func join(_ all: [String], _ arguments: String, isMethod: Bool) -> String {
        // The first component is the module.
        var components = all.count > 1 ? Array(all.dropFirst()) : all
        let accessors = ["getter", "modify", "modify2", "read", "read2", "unsafeMutableAddressor", "unsafeAddressor", "globalinit"]
        // (A method can be called `read`, too.)
        if !isMethod, components.count > 1, let last = components.last, accessors.contains(last) { components.removeLast() }
        if let last = components.last {
            let plain = ["__allocating_init": "init", "__deallocating_deinit": "deinit", "__isolated_deallocating_deinit": "deinit"]
            components[components.count - 1] = plain[last] ?? last
        }
        components = components.map { $0 == "OS_dispatch_queue" ? "DispatchQueue" : $0 }
        return components.joined(separator: ".") + arguments
    }

    private func operatorPosition(_ kind: String) -> Int? { position(of: kind, anyDepth: true) }

    /// "album.Photo.== infix(album.Photo, album.Photo)" as "Photo.==(_:_:)".
    private func operatorPath(_ position: Int, _ kind: String) -> String {
        let head = bytes[..<position]
        let symbols = Set("/=-+!*%<>&|^~?.".utf8)
        var start = head.endIndex
        while start > head.startIndex, symbols.contains(head[start - 1]) { start -= 1 }
        let open = position + kind.utf8.count - 1
        let arguments = SymbolText(bytes[open..<closing(open)]).labels()
        // The dot before the operator belongs to the path.
        guard start < head.endIndex, head[start] == UInt8(ascii: "."), start + 1 < head.endIndex else {
            return SymbolText(head).string + arguments
        }
        let type = SymbolText(head[..<start]).path()
        let name = SymbolText(head[(start + 1)...]).string
        return type.isEmpty || !head[..<start].contains(UInt8(ascii: ".")) ? name + arguments : "\(type).\(name)\(arguments)"
    }

    /// Parentheses with their types as labels only: "(_: A, to: Swift.Int)" as "(_:to:)".
    private func labels() -> String {
        let inside = SymbolText(bytes[(bytes.startIndex + 1)..<max(bytes.startIndex + 1, bytes.endIndex - 1)])
        guard !inside.bytes.isEmpty else { return "()" }
        let labels = inside.split(by: ", ").map { parameter -> String in
            let label = parameter.bytes.prefix { byte in
                byte == UInt8(ascii: "_") || byte >= 0x80 || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
                    || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
            }
            let isLabel =
                !label.isEmpty && label.endIndex < parameter.bytes.endIndex && parameter.bytes[label.endIndex] == UInt8(ascii: ":")
            return isLabel ? String(decoding: label, as: UTF8.self) : "_"
        }
        return "(\(labels.map { "\($0):" }.joined()))"
    }
}
