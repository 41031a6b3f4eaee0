import FoundationEssentials
import Glibc

/// A file of plain Swift that is to be explored.
struct ExploredFile {
    /// As it was named.
    let name: String
    /// From the root on.
    let path: String
    let text: String
    let entry: String
    let swiftVersion: Int
    let functions: SourceFunctions

    init(_ name: String, entry: String, swiftVersion: Int) throws(CommandFailure) {
        self.name = name
        self.entry = entry
        self.swiftVersion = swiftVersion
        var facts = stat()
        guard stat(name, &facts) == 0 else {
            throw CommandFailure(
                .usage, "\(name) cannot be read: \(String(cString: strerror(errno))).", cure: "Name a file of Swift source.")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(.usage, "\(name) is no file.", cure: "Name a file of Swift source.")
        }
        guard facts.st_size < 4 << 20, let contents = FileManager.default.contents(atPath: name),
            let text = String(validating: contents, as: UTF8.self)
        else {
            throw CommandFailure(.usage, "\(name) is no text in UTF-8, or has more than 4 MB.", cure: "Name a file of Swift source.")
        }
        guard let real = realpath(name, nil) else {
            throw CommandFailure(
                .usage, "\(name) cannot be read: \(String(cString: strerror(errno))).", cure: "Name a file of Swift source.")
        }
        path = String(cString: real)
        free(real)
        self.text = text
        functions = SourceFunctions(text)
    }

    /// Stands for everything that decides what the compiled program does.
    var fingerprint: UInt32 {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(entry) \(swiftVersion) ".utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return UInt32(truncatingIfNeeded: value ^ value >> 32) & 0xFF_FFFF
    }

    /// The module that it becomes: named as the compiler would name it.
    var module: String {
        let base = (path.split(separator: "/").last ?? "").split(separator: ".").first.map(String.init) ?? ""
        let isName = base.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } && base.first?.isNumber == false
        let taken = ["Swift", "main", "Foundation", "Dispatch", "Glibc", "Synchronization", "Explorer", "Trace"]
        return isName && !taken.contains(base) ? base : "Scenario"
    }

    /// The declarations without which it cannot be explored.
    func check() throws(CommandFailure) {
        guard let scenario = functions[entry] else {
            let near = functions.names.isEmpty ? "" : " It has: \(functions.names.joined(separator: ", "))."
            throw CommandFailure(
                .usage, "\(name) has no function \(entry)() outside of all types.\(near)",
                cure:
                    "Write `func \(entry)() -> Int { … }`: what it does is explored, what it returns is the outcome. Another name: --entry NAME."
            )
        }
        guard scenario.hasNoParameters else {
            throw CommandFailure(.usage, "\(name): \(entry)() has parameters, and nobody could give them.", cure: "Declare it without.")
        }
        if scenario.isAsync {
            throw CommandFailure(
                .usage, "\(name): \(entry)() is async, and Swift tasks cannot be explored yet.",
                cure: "Use threads, locks and dispatch queues.")
        }
        if let outcome = functions["outcome"], outcome.isAsync || !outcome.hasNoParameters {
            throw CommandFailure(
                .usage, "\(name): outcome() must have no parameters and not be async.", cure: "Declare it as `func outcome() -> …`.")
        }
    }

    /// The lines that hand the file's functions to the explorer.
    var host: String {
        let scenario = functions[entry]
        let call = "\(scenario?.isThrowing == true ? "try " : "")\(entry)()"
        let outcome = functions["outcome"] == nil ? "$0" : "{ _ in outcome() }($0)"
        let allowed = functions["allowed"] == nil ? "_ in true" : "allowed($0)"
        return """
            @_silgen_name("interleave_explore_program")
            private func interleaveExplore<Result, Outcome>(
                scenario: @escaping () throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> Bool)

            @_cdecl("main")
            public func interleaveMain(_ count: Int32, _ arguments: UnsafeMutableRawPointer?) -> Int32 {
                interleaveExplore(scenario: { \(call) }, outcome: { \(outcome) }, isAllowed: { \(allowed) })
                return 0
            }

            """
    }
}
