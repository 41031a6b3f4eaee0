import Words
import FoundationEssentials
import Glibc
import System

/// Plain Swift files that are explored together: the first has the entry functions, the others have
/// what those need.
public struct ExploredSource: Sendable {
    /// One of the files.
    public struct File: Sendable {
        /// The name, as the user gave it.
        public let name: String
        /// The absolute path.
        public let path: String
        public let text: String
        /// The contents, for a file that is perhaps not text.
        let bytes: Data
    }

    public let files: [File]
    /// Its name: the first file or folder, as the user gave it, unless it has a title.
    public let name: String
    /// The functions to explore, each separately.
    public let entries: [String]
    /// Whether the files are a whole program, which can begin with its own `main`; and the function
    /// that the user has asked for instead.
    let isProgram: Bool
    let entry: String?
    /// The language mode: 5 or 6.
    public let swiftVersion: Int
    /// The program's standard input; nil: empty.
    let input: File?
    /// Whether it can change files only in a temporary folder: for an attempt, not for the user's
    /// own program.
    public var isConfined = false
    /// Whether each `await` can let other tasks run first, even if the compiler knows that the task
    /// stays on its actor.
    public var suspendsAtEveryAwait = false
    /// Modules of a package that the files import.
    public var modules: LinkedModules?

    /// The names of files that are not read before something happens in them, by their paths.
    public var furtherFiles: [String: String] = [:]

    /// Whether it is a test of a package, whose modules are explored as a matter of course.
    var isTest = false

    /// The fingerprint of the tokens, for a program that is compiled by others; nil: the hash of its files.
    public var ownFingerprint: UInt32?

    /// Whether a word of the files says that they use memory that Swift does not keep alive for them.
    var canUseFreedMemory: Bool {
        modules?.usesUnsafeMemory == true
            || files.contains { file in LinkedModules.unsafeWords.contains { file.text.contains($0) } }
    }

    /// Reads the files.
    /// - Parameters:
    ///   - name: the file with the functions to explore. Its `outcome()` and `allowed(_:)`, if any,
    ///     give and judge an execution's outcome.
    ///   - others: files that are compiled with it.
    ///   - title: its name in reports; nil: the file's name.
    ///   - entries: the functions to explore, without parameters. A returned value is the outcome,
    ///     a thrown error is a failure.
    /// - Throws: `ExplainedError` if a file cannot be read.
    public init(
        _ name: String, with others: [String] = [], called title: String? = nil, entries: [String] = ["scenario"], swiftVersion: Int = 5
    ) throws(ExplainedError) {
        var files: [File] = []
        for name in [name] + others { files.append(try File(reading: name)) }
        self.files = files
        self.name = title ?? files[0].name
        self.entries = entries
        self.swiftVersion = swiftVersion
        isProgram = false
        entry = nil
        input = nil
    }

    /// Reads a program: files, and all Swift files of folders.
    ///
    /// If it has top-level code (in its only file, or in main.swift) or a type with `@main`, its
    /// `main` is explored; else its function `scenario()`.
    /// - Parameters:
    ///   - names: files and folders.
    ///   - entry: the function to explore instead.
    ///   - input: the program's standard input.
    /// - Throws: `ExplainedError` if a file cannot be read.
    public init(program names: [String], entry: String?, swiftVersion: Int, input: String?) throws(ExplainedError) {
        var files: [File] = []
        for name in names {
            for file in try Self.files(in: name) where !files.contains(where: { $0.path == file.path }) { files.append(file) }
        }
        self.files = files
        name = names[0]
        entries = [entry ?? "scenario"]
        self.entry = entry
        self.swiftVersion = swiftVersion
        isProgram = true
        if let input { self.input = try File(reading: input, isSwift: false) } else { self.input = nil }
    }

    /// A file; or the Swift files of a folder, sorted by name. (A package's manifest is not part of
    /// its program.)
    private static func files(in name: String) throws(ExplainedError) -> [File] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), isFolder else { return [try File(reading: name)] }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: name)) ?? []).sorted()
        var files: [File] = []
        for file in names where file.hasSuffix(".swift") && !file.hasPrefix(".") && file != "Package.swift" {
            files.append(try File(reading: "\(name.hasSuffix("/") ? String(name.dropLast()) : name)/\(file)"))
        }
        guard !files.isEmpty else {
            throw ExplainedError(.unreadable, "\(name) has no Swift files.", cure: "Give a folder whose files end in .swift.")
        }
        return files
    }

    /// A hash of everything that affects the compiled program when it begins with an entry.
    public func fingerprint(_ entry: String) -> UInt32 {
        if let ownFingerprint { return ownFingerprint }
        var fingerprint = Fingerprint()
        fingerprint.add("\(entry) \(swiftVersion) ".utf8)
        // The other entries are compiled too, and have a place in the program.
        if entries.count > 1 { fingerprint.add("\(entries.joined(separator: " ")) ".utf8) }
        for file in files { fingerprint.add(file.text.utf8) }
        if let input {
            fingerprint.add(" ".utf8)
            fingerprint.add(input.bytes)
        }
        if let modules { fingerprint.add(" \(modules.fingerprint)".utf8) }
        return UInt32(truncatingIfNeeded: fingerprint.value ^ fingerprint.value >> 32) & 0xFF_FFFF
    }

    /// The module's name: a single file is named as the compiler would name it, unless a system
    /// module has that name.
    /// - Parameter isScript: whether it has top-level code: then the compiler names it "main" if it
    ///   finds no better name.
    func module(importing imports: Set<String>, isScript: Bool) -> String {
        let base = (files[0].path.split(separator: "/").last ?? "").split(separator: ".").first.map(String.init) ?? ""
        let isName = base.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } && base.first?.isNumber == false
        let isTaken = imports.contains(base) || SystemModules.have(base) || modules?.names.contains(base) == true
        return files.count == 1 && isName && !isTaken ? base : isScript ? "main" : "Scenario"
    }
}

extension ExploredSource.File {
    init(reading name: String, isSwift: Bool = true) throws(ExplainedError) {
        func unreadable(_ why: String) -> ExplainedError {
            ExplainedError(.unreadable, "\(name) \(why).", cure: isSwift ? "Give a Swift source file." : "Give a file for --stdin.")
        }
        var facts = stat()
        guard stat(name, &facts) == 0 else { throw unreadable("cannot be read: \(String(cString: strerror(errno)))") }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw unreadable("is not a file") }
        guard facts.st_size < 4 << 20, let contents = FileManager.default.contents(atPath: name),
            let text = isSwift ? String(validating: contents, as: UTF8.self) : ""
        else { throw unreadable("is not UTF-8 text, or has more than 4 MB") }
        guard let real = realpath(name, nil) else { throw unreadable("cannot be read: \(String(cString: strerror(errno)))") }
        self.name = name
        path = String(cString: real)
        free(real)
        bytes = contents
        guard !isSwift || path.hasSuffix(".swift") else { throw unreadable("is not a Swift file: its name must end in .swift") }
        self.text = text
    }
}
