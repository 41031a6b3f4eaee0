import FoundationEssentials
import Glibc
import Recorder

/// A file to explore: plain Swift with a function `scenario()`.
struct ScenarioFile {
    let path: String
    let text: String
    let entry: String
    /// What it is known by in tokens: FNV-1a over the text (Fowler, Noll and Vo, 1991).
    let fingerprint: UInt64

    init(_ path: String, entry: String) throws(CommandFailure) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(
                .usage, "\(path) cannot be read: \(String(cString: strerror(errno))).",
                cure: "Name a Swift file with a function \(entry)().")
        }
        text = String(decoding: data, as: UTF8.self)
        self.path = path
        self.entry = entry
        fingerprint = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        guard declares(entry) else {
            throw CommandFailure(
                .usage, "\(path) has no function \(entry)().", cure: "Write one: func \(entry)() -> Int { … }, or name yours with --entry.")
        }
        let heads = text.split(separator: "\n").filter { $0.contains("func \(entry)(") }
        if heads.contains(where: { $0.contains(" async") }) {
            throw CommandFailure(
                .usage, "\(path): \(entry)() is asynchronous, and the explorer does not know Swift's tasks and actors yet.",
                cure: "Explore a function that uses threads, locks, atomics or dispatch queues.")
        }
    }

    /// Whether the file declares a function of this name at its top.
    private func declares(_ name: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "func"), index + 1 < words.count else { return false }
            return words[index + 1].hasPrefix("\(name)(") && !(line.first?.isWhitespace ?? true)
        }
    }

    /// Compiled with the file: hands its functions over to whoever explores them.
    private var bridge: String {
        let hasOutcome = declares("outcome"), hasAllowed = declares("allowed")
        func judged(_ value: String) -> String { hasAllowed ? "allowed(\(value))" : "true" }
        return """
            // Reports 0: returned, 1: failed.
            public typealias InterleaveReport = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> Void
            @_cdecl("interleave_scenario") public func interleaveScenario(_ context: UnsafeMutableRawPointer, _ report: InterleaveReport) {
                do {
                    let value: Any = try \(entry)()
                    \(hasAllowed && !hasOutcome ? "interleaveJudge(value)" : "")
                    report(context, value is Void ? "" : "\\(value)", \(hasAllowed && !hasOutcome ? "interleaveIsAllowed(value) ? 0 : 2" : "0"))
                } catch {
                    report(context, "\\(error)", 1)
                }
            }
            \(hasAllowed && !hasOutcome ? Self.judge : "")
            \(hasOutcome ? """
            @_cdecl("interleave_outcome") public func interleaveOutcome(_ context: UnsafeMutableRawPointer, _ report: InterleaveReport) {
                let value = outcome()
                report(context, "\\(value)", \(judged("value")) ? 0 : 2)
            }
            """ : "")
            """
    }

    private static let judge = """
        private func interleaveJudge(_ value: Any) {}
        private func interleaveCall<Value>(_ judge: (Value) -> Bool, _ value: Any) -> Bool { (value as? Value).map(judge) ?? true }
        private func interleaveIsAllowed(_ value: Any) -> Bool { interleaveCall(allowed, value) }
        """

    /// Compiles the file into a library whose every access to memory calls the explorer.
    /// - Returns: the library's path.
    func compile(into folder: String, swiftVersion: Int) throws -> String {
        let bridgePath = "\(folder)/Bridge.swift", library = "\(folder)/libScenario.so", log = "\(folder)/compiler"
        try Data(bridge.utf8).write(to: URL(fileURLWithPath: bridgePath))
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardInput = .nothing
        options.standardOutput = .file(log)
        options.standardError = .file(log)
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var child = try ChildProcess.spawn(
            "swiftc",
            arguments: [
                "-swift-version", "\(swiftVersion)", "-Onone", "-g", "-parse-as-library", "-emit-library", "-module-name", "Scenario",
                "-wmo", "-suppress-warnings", "-Xfrontend", "-sanitize=thread", "-module-cache-path", Self.moduleCache, "-o", library,
                absolute,
                bridgePath,
            ], options: options)
        let (ending, timedOut) = child.wait(killingAfter: .seconds(120))
        if ending == .exited(code: 0) { return library }
        let words = FileManager.default.contents(atPath: log).map { String(decoding: $0.prefix(1 << 16), as: UTF8.self) } ?? ""
        throw CommandFailure(
            .usage, timedOut ? "The compiler was still at it after 2 minutes." : "\(path) does not compile:\n\(words)",
            cure: "Files are compiled in Swift \(swiftVersion) mode; --swift-version chooses another.")
    }

    /// Modules that the compiler has built before save it seconds.
    private static var moduleCache: String { "\(BuildFolder.current.folder)/explored-modules" }
}
