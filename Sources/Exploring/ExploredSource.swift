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
    }

    public let files: [File]
    /// What it is called: the first file, as it was named, unless it has a title.
    public let name: String
    /// The functions to explore, each by itself.
    public let entries: [String]
    /// The language mode: 5 or 6.
    public let swiftVersion: Int
    /// Whether it may change files only in a folder that goes with the exploration: somebody's attempt, not the user's own program.
    public var isConfined = false
    /// Of the first file.
    let functions: SourceFunctions

    /// Reads the files.
    /// - Parameters:
    ///   - name: the file with the functions to explore. Where it has `outcome()` or `allowed(_:)`, those say what came of an execution, and judge it.
    ///   - others: files that are compiled with it.
    ///   - title: what it is called where it is told of; nil: as the file is.
    ///   - entries: the functions to explore; each without parameters. What one returns is its outcome, what it throws a failure.
    /// - Throws: `ExplorationError` where a file cannot be read, or a function is not there.
    public init(
        _ name: String, with others: [String] = [], called title: String? = nil, entries: [String] = ["scenario"], swiftVersion: Int = 5
    ) throws(ExplorationError) {
        var files: [File] = []
        for name in [name] + others { files.append(try File(reading: name)) }
        self.files = files
        self.name = title ?? files[0].name
        self.entries = entries
        self.swiftVersion = swiftVersion
        functions = SourceFunctions(files[0].text)
        try check()
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
        return UInt32(truncatingIfNeeded: value ^ value >> 32) & 0xFF_FFFF
    }

    /// The module that it becomes: a file alone is named as the compiler would name it.
    var module: String {
        let base = (files[0].path.split(separator: "/").last ?? "").split(separator: ".").first.map(String.init) ?? ""
        let isName = base.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } && base.first?.isNumber == false
        let taken = ["Swift", "main", "Foundation", "Dispatch", "Glibc", "Synchronization", "Explorer", "Trace"]
        return files.count == 1 && isName && !taken.contains(base) ? base : "Scenario"
    }

    /// Whether it says itself which outcomes may be.
    var isJudged: Bool { functions["allowed"] != nil }

    /// The declarations without which it cannot be explored.
    private func check() throws(ExplorationError) {
        for entry in entries {
            guard let scenario = functions[entry] else {
                let near = functions.names.isEmpty ? "" : " It has: \(functions.names.joined(separator: ", "))."
                throw ExplorationError(
                    .notCompiled, "\(name) has no function \(entry)() outside of all types.\(near)",
                    cure:
                        "Write `func \(entry)() -> Int { … }`: what it does is explored, what it returns is the outcome. Another name: --entry NAME."
                )
            }
            guard scenario.hasNoParameters else {
                throw ExplorationError(
                    .notCompiled, "\(name): \(entry)() has parameters, and nobody could give them.", cure: "Declare it without.")
            }
        }
        if let outcome = functions["outcome"], outcome.isAsync || outcome.isThrowing || !outcome.hasNoParameters {
            throw ExplorationError(
                .notCompiled, "\(name): outcome() must have no parameters, and neither be async nor throw.",
                cure: "Declare it as `func outcome() -> …`.")
        }
    }
}

extension ExploredSource {
    /// Compiled with the files: hands their functions to the explorer, that which the first argument names.
    var host: String {
        let outcome = functions["outcome"].map { "{ _ in \($0.call("outcome")) }($0)" } ?? "$0"
        let allowed = functions["allowed"] == nil ? "_ in true" : "allowed($0)"
        var cases = ""
        for entry in entries {
            let function = functions[entry]
            let call = function?.call(entry) ?? ""
            let explores = function?.isAsync == true ? "interleaveExploreAsync" : "interleaveExplore"
            cases += """
                    case "\(entry)":
                        \(explores)(scenario: { \(call) }, outcome: { \(outcome) }, isAllowed: { \(allowed) })

                """
        }
        return atomicExtremes + """
            @_silgen_name("interleave_explore_program")
            private func interleaveExplore<Result, Outcome>(
                scenario: @escaping () throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> Bool)

            @_silgen_name("interleave_explore_async_program")
            private func interleaveExploreAsync<Result, Outcome>(
                scenario: @escaping () async throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> Bool)

            @_cdecl("main")
            public func interleaveMain(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
                switch count > 1 ? arguments[1].map({ String(cString: $0) }) ?? "" : "" {
            \(cases)    default: return 64
                }
                return 0
            }

            """
    }
}

extension ExploredSource.File {
    init(reading name: String) throws(ExplorationError) {
        func unreadable(_ why: String) -> ExplorationError {
            ExplorationError(.unreadable, "\(name) \(why).", cure: "Name a file of Swift source.")
        }
        var facts = stat()
        guard stat(name, &facts) == 0 else { throw unreadable("cannot be read: \(String(cString: strerror(errno)))") }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw unreadable("is no file") }
        guard facts.st_size < 4 << 20, let contents = FileManager.default.contents(atPath: name),
            let text = String(validating: contents, as: UTF8.self)
        else { throw unreadable("is no text in UTF-8, or has more than 4 MB") }
        guard let real = realpath(name, nil) else { throw unreadable("cannot be read: \(String(cString: strerror(errno)))") }
        self.name = name
        path = String(cString: real)
        free(real)
        guard path.hasSuffix(".swift") else { throw unreadable("is no Swift file by its name, which has to end in .swift") }
        self.text = text
    }
}
