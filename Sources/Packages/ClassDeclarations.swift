import FoundationEssentials
import Glibc

/// The classes in source files, as their text declares them: where, and with which superclass.
///
/// Only bytes are compared: a package can have megabytes of tests, and its tests are listed at each run.
struct ClassDeclarations {
    private struct Declaration {
        var file: Int
        /// The first byte after the name.
        var end: Int
        /// The first name after the colon.
        var base: String?
    }

    private let files: [(path: String, bytes: [UInt8])]
    private var declarations: [String: [Declaration]] = [:]

    init(files paths: [String]) {
        files = paths.map { ($0, FileManager.default.contents(atPath: $0).map { Array($0) } ?? []) }
        // The class first, then its extensions.
        for word in ["class ", "extension "] {
            for (number, file) in files.enumerated() {
                var start = 0
                while let found = Self.firstIndex(of: word, in: file.bytes, from: start) {
                    start = found + word.utf8.count
                    let (name, end) = Self.name(in: file.bytes, at: start)
                    guard !name.isEmpty else { continue }
                    let declaration = Declaration(file: number, end: end, base: Self.base(in: file.bytes, after: end))
                    declarations[Self.short(name), default: []].append(declaration)
                }
            }
        }
    }

    /// The superclass, or the first protocol, of a class: its name as it is written.
    func base(of type: String) -> String? { declarations[Self.short(type)]?.first?.base }

    /// The file and the line of a function that a class declares.
    func place(of function: String, in type: String) -> (file: String, line: Int)? {
        for declaration in declarations[Self.short(type)] ?? [] {
            let file = files[declaration.file]
            var start = declaration.end
            while let found = Self.firstIndex(of: "\(function)(", in: file.bytes, from: start) {
                start = found + 1
                // (A long name can be in a line of its own.)
                let before = file.bytes[..<found].lastIndex { $0 != 32 && $0 != 10 } ?? -1
                guard before + 1 < found, file.bytes[...before].suffix(4).elementsEqual("func".utf8) else { continue }
                return (file.path, file.bytes[..<found].count { $0 == 10 } + 1)
            }
        }
        return nil
    }

    /// The last part of a name with points.
    static func short(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

    private static func firstIndex(of word: String, in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            var word = word
            return word.withUTF8 { word in
                var start = start
                while start + word.count <= bytes.count, let base = bytes.baseAddress, let first = word.first {
                    // (The C library finds a byte quickly.)
                    guard let found = memchr(base + start, Int32(first), bytes.count - word.count - start + 1) else { return nil }
                    if memcmp(found, word.baseAddress!, word.count) == 0 { return UnsafeRawPointer(found) - base }
                    start = UnsafeRawPointer(found) - base + 1
                }
                return nil
            }
        }
    }

    /// A name, perhaps with points, and the first byte after it.
    private static func name(in bytes: [UInt8], at start: Int) -> (name: String, end: Int) {
        let isPart: (UInt8) -> Bool = { byte in
            byte >= 128 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || (48...57).contains(byte) || (65...90).contains(byte)
                || (97...122).contains(byte)
        }
        let end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.count
        return (String(decoding: bytes[start..<end], as: UTF8.self), end)
    }

    /// The name after the colon of a declaration, which can have generic parameters before it.
    private static func base(in bytes: [UInt8], after end: Int) -> String? {
        var index = end, depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">"): depth -= 1
            case UInt8(ascii: ":") where depth == 0:
                guard let start = bytes[(index + 1)...].firstIndex(where: { $0 != 32 && $0 != 10 }) else { return nil }
                let (name, _) = name(in: bytes, at: start)
                return name.isEmpty ? nil : name
            case 32, 10: break
            default: if depth == 0 { return nil }
            }
            index += 1
        }
        return nil
    }
}
