import FoundationEssentials
import Glibc

/// Files of plain Swift that are to be explored together: the first has the functions to begin with, the others what those need.
public struct ExploredSource: Sendable {
    /// One of the files.
    public struct File: Sendable {
        /// As it was named.
        public let name: String
        /// From the root on.
        public let path: String
        public let text: String
        /// What it holds, where that need not be text.
        let bytes: Data
    }

    public let files: [File]
    /// What it is called: the first file or folder, as it was named, unless it has a title.
    public let name: String
    /// The functions to explore, each by itself.
    public let entries: [String]
    /// Whether the files are a whole program, which may begin with its own `main`; and the function that somebody has asked for instead.
    let isProgram: Bool
    let entry: String?
    /// The language mode: 5 or 6.
    public let swiftVersion: Int
    /// What the program finds as its standard input; nil: nothing.
    let input: File?
    /// Whether it may change files only in a folder that goes with the exploration: somebody's attempt, not the user's own program.
    public var isConfined = false
    /// Whether it is compiled so that each `await` may let others run first, even where the compiler knows that the task stays on its actor.
    public var suspendsAtEveryAwait = false

    /// Reads the files.
    /// - Parameters:
    ///   - name: the file with the functions to explore. Where it has `outcome()` or `allowed(_:)`, those say what came of an execution, and judge it.
    ///   - others: files that are compiled with it.
    ///   - title: what it is called where it is told of; nil: as the file is.
    ///   - entries: the functions to explore; each without parameters. What one returns is its outcome, what it throws a failure.
    /// - Throws: `ExplorationError` where a file cannot be read.
    public init(
        _ name: String, with others: [String] = [], called title: String? = nil, entries: [String] = ["scenario"], swiftVersion: Int = 5
    ) throws(ExplorationError) {
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
    /// Where it has top-level code (in its only file, or in main.swift) or a type with `@main`, its `main` is explored; else its function `scenario()`.
    /// - Parameters:
    ///   - names: files and folders.
    ///   - entry: the function to explore instead.
    ///   - input: the file that the program finds as its standard input.
    /// - Throws: `ExplorationError` where a file cannot be read.
    public init(program names: [String], entry: String?, swiftVersion: Int, input: String?) throws(ExplorationError) {
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

    /// A file; or the Swift files of a folder, by their names. (A package's description is no part of its program.)
    private static func files(in name: String) throws(ExplorationError) -> [File] {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), isFolder else { return [try File(reading: name)] }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: name)) ?? []).sorted()
        var files: [File] = []
        for file in names where file.hasSuffix(".swift") && !file.hasPrefix(".") && file != "Package.swift" {
            files.append(try File(reading: "\(name.hasSuffix("/") ? String(name.dropLast()) : name)/\(file)"))
        }
        guard !files.isEmpty else {
            throw ExplorationError(.unreadable, "\(name) has no Swift files.", cure: "Name a folder whose files end in .swift.")
        }
        return files
    }

    /// Stands for everything that decides what the compiled program does when it begins with an entry.
    func fingerprint(_ entry: String) -> UInt32 {
        // FNV-1a (Fowler, Noll and Vo, 1991).
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ text: String) {
            for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        add("\(entry) \(swiftVersion) ")
        // The other entries are compiled, too, and have their place in the program.
        if entries.count > 1 { add("\(entries.joined(separator: " ")) ") }
        for file in files { add(file.text) }
        if let input {
            add(" ")
            for byte in input.bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return UInt32(truncatingIfNeeded: value ^ value >> 32) & 0xFF_FFFF
    }

    /// The module that it becomes: a file alone is named as the compiler would name it, unless a module of the system has that name.
    /// - Parameter isScript: whether it has top-level code: then the compiler calls it "main" where it finds no better name.
    func module(importing imports: Set<String>, isScript: Bool) -> String {
        let base = (files[0].path.split(separator: "/").last ?? "").split(separator: ".").first.map(String.init) ?? ""
        let isName = base.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } && base.first?.isNumber == false
        let isTaken = imports.contains(base) || SystemModules.have(base)
        return files.count == 1 && isName && !isTaken ? base : isScript ? "main" : "Scenario"
    }
}

extension ExploredSource.File {
    init(reading name: String, isSwift: Bool = true) throws(ExplorationError) {
        func unreadable(_ why: String) -> ExplorationError {
            ExplorationError(.unreadable, "\(name) \(why).", cure: isSwift ? "Name a file of Swift source." : "Name a file for --stdin.")
        }
        var facts = stat()
        guard stat(name, &facts) == 0 else { throw unreadable("cannot be read: \(String(cString: strerror(errno)))") }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw unreadable("is no file") }
        guard facts.st_size < 4 << 20, let contents = FileManager.default.contents(atPath: name),
            let text = isSwift ? String(validating: contents, as: UTF8.self) : ""
        else { throw unreadable("is no text in UTF-8, or has more than 4 MB") }
        guard let real = realpath(name, nil) else { throw unreadable("cannot be read: \(String(cString: strerror(errno)))") }
        self.name = name
        path = String(cString: real)
        free(real)
        bytes = contents
        guard !isSwift || path.hasSuffix(".swift") else { throw unreadable("is no Swift file by its name, which has to end in .swift") }
        self.text = text
    }
}
