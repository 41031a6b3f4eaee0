/// The functions that a file of Swift declares outside of all types, as far as they can be told without a compiler.
struct SourceFunctions {
    struct Function {
        var hasNoParameters: Bool
        var isAsync: Bool
        var isThrowing: Bool
        /// It is declared to run on the main actor.
        var isOnMainActor: Bool

        /// A call of it, from where nothing is asynchronous unless it is.
        func call(_ name: String) -> String {
            let call = "\(isThrowing ? "try " : "")\(isAsync ? "await " : "")\(name)()"
            return isOnMainActor && !isAsync ? "\(isThrowing ? "try " : "")MainActor.assumeIsolated { \(call) }" : call
        }
    }

    private(set) var names: [String] = []
    private var functions: [String: Function] = [:]

    subscript(name: String) -> Function? { functions[name] }

    init(_ text: String) {
        let words = Self.words(Self.withoutCommentsAndStrings(Array(text.unicodeScalars)))
        var depth = 0, index = 0
        while index < words.count {
            switch words[index] {
            case "{", "(", "[": depth += 1
            case "}", ")", "]": depth -= 1
            case "func" where depth == 0 && index + 1 < words.count: note(words, index + 1)
            default: break
            }
            index += 1
        }
    }

    private mutating func note(_ words: [Substring], _ start: Int) {
        var index = start + 1, depth = 0
        // Generic parameters stand between the name and the parameters.
        while index < words.count, words[index] != "(" { index += 1 }
        let first = index
        while index < words.count {
            if words[index] == "(" { depth += 1 }
            if words[index] == ")" { depth -= 1 }
            if depth == 0 { break }
            index += 1
        }
        let hasNoParameters = index == first + 1
        let effects = words[min(index + 1, words.count)...].prefix { $0 != "{" && $0 != "-" && $0 != "func" && $0 != "->" }
        let name = String(words[start])
        if functions[name] == nil { names.append(name) }
        functions[name] = Function(
            hasNoParameters: hasNoParameters, isAsync: effects.contains("async"), isThrowing: effects.contains("throws"),
            isOnMainActor: Self.isOnMainActor(words[..<(start - 1)]))
    }

    /// - Parameter before: what stands before `func`, whose end are its attributes and modifiers.
    private static func isOnMainActor(_ before: ArraySlice<Substring>) -> Bool {
        let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private", "final", "@"]
        var index = before.endIndex - 1
        while index > before.startIndex {
            // (What an attribute is given stands in brackets.)
            if before[index] == ")" {
                while index > before.startIndex, before[index] != "(" { index -= 1 }
            } else if before[index - 1] == "@" {
                if before[index] == "MainActor" { return true }
            } else if !modifiers.contains(before[index]) {
                return false
            }
            index -= 1
        }
        return false
    }

    /// Names, and every other sign alone.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = [], start: String.Index?
        for index in text.indices {
            let letter = text[index]
            if letter.isLetter || letter.isNumber || letter == "_" {
                if start == nil { start = index }
                continue
            }
            if let begin = start { words.append(text[begin..<index]) }
            start = nil
            if !letter.isWhitespace { words.append(text[index...index]) }
        }
        if let begin = start { words.append(text[begin...]) }
        return words
    }

    /// A blank for each comment and each text in quotes: what stands in them declares nothing.
    private static func withoutCommentsAndStrings(_ text: [Unicode.Scalar]) -> String {
        var result = String.UnicodeScalarView(), index = 0
        func starts(_ sign: String, at index: Int) -> Bool {
            let sign = Array(sign.unicodeScalars)
            return index + sign.count <= text.count && Array(text[index..<index + sign.count]) == sign
        }
        while index < text.count {
            if starts("//", at: index) {
                while index < text.count, text[index] != "\n" { index += 1 }
            } else if starts("/*", at: index) {
                var depth = 0
                repeat {
                    if starts("/*", at: index) {
                        depth += 1
                        index += 2
                    } else if starts("*/", at: index) {
                        depth -= 1
                        index += 2
                    } else {
                        index += 1
                    }
                } while depth > 0 && index < text.count
                result.append(" ")
            } else if text[index] == "\"" {
                let quote = starts("\"\"\"", at: index) ? "\"\"\"" : "\""
                index += quote.count
                while index < text.count, !starts(quote, at: index), quote.count == 3 || text[index] != "\n" {
                    index += text[index] == "\\" ? 2 : 1
                }
                index += quote.count
                result.append(" ")
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return String(result)
    }
}
