import FoundationEssentials
import Glibc
import Recorder

/// Why something could not be explored: what is wrong, and what to do next.
public struct ExplorationError: Error, Sendable, CustomStringConvertible {
    public var message: String
    public var cure: String
    /// Whether the error is ours, and not that of what was to be explored.
    public var isOurs: Bool

    init(_ message: String, cure: String = "", isOurs: Bool = false) {
        self.message = message
        self.cure = cure
        self.isOurs = isOurs
    }

    public var description: String { cure.isEmpty ? message : "\(message)\n\(cure)" }
}

/// Files to explore: plain Swift with a function to begin with.
public struct ExploredSource: Sendable {
    /// The file that has the functions, and those that it needs.
    public let path: String
    let others: [String]
    /// The functions to explore, each by itself.
    let entries: [String]
    private let text: String
    /// What it is known by in tokens: FNV-1a over the texts (Fowler, Noll and Vo, 1991).
    let fingerprint: UInt64

    /// - Parameter others: files that are compiled with the first one.
    public init(_ path: String, with others: [String] = [], entries: [String]) throws(ExplorationError) {
        var texts: [String] = []
        for file in [path] + others {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw ExplorationError(
                    "\(file) cannot be read: \(String(cString: strerror(errno))).",
                    cure: "Name a Swift file with a function \(entries[0])().")
            }
            texts.append(String(decoding: data, as: UTF8.self))
        }
        text = texts[0]
        self.path = path
        self.others = others
        self.entries = entries
        fingerprint = texts.joined().utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        for entry in entries {
            guard let head = declaration(of: entry) else {
                throw ExplorationError(
                    "\(path) has no function \(entry)().", cure: "Write one: func \(entry)() -> Int { … }, or name yours with --entry.")
            }
            if head.contains(" async") {
                throw ExplorationError(
                    "\(path): \(entry)() is asynchronous, and the explorer does not know Swift's tasks and actors yet.",
                    cure: "Explore a function that uses threads, locks, atomics or dispatch queues.")
            }
        }
    }

    /// The line that declares a function of this name outside of any type.
    private func declaration(of name: String) -> Substring? {
        text.split(separator: "\n").first { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "func"), index + 1 < words.count else { return false }
            return words[index + 1].hasPrefix("\(name)(") && !(line.first?.isWhitespace ?? true)
        }
    }

    /// Compiled with the files: hands their functions over to whoever explores them.
    private var bridge: String {
        let hasOutcome = declaration(of: "outcome") != nil, hasAllowed = declaration(of: "allowed") != nil
        var text = """
            // Reports 0: returned, 1: failed, 2: returned what is not allowed.
            public typealias InterleaveReport = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> Void

            """
        for entry in entries {
            text += """
                @_cdecl("interleave_entry_\(entry)")
                public func interleaveEntry_\(entry)(_ context: UnsafeMutableRawPointer, _ report: InterleaveReport) {
                    do {
                        let value: Any = try \(entry)()
                        report(context, value is Void ? "" : "\\(value)", \(hasAllowed && !hasOutcome ? "interleaveIsAllowed(value) ? 0 : 2" : "0"))
                    } catch {
                        report(context, "\\(error)", 1)
                    }
                }

                """
        }
        if hasAllowed {
            text += """
                private func interleaveCall<Value>(_ judge: (Value) -> Bool, _ value: Any) -> Bool { (value as? Value).map(judge) ?? true }
                private func interleaveIsAllowed(_ value: Any) -> Bool { interleaveCall(allowed, value) }

                """
        }
        if hasOutcome {
            text += """
                @_cdecl("interleave_outcome") public func interleaveOutcome(_ context: UnsafeMutableRawPointer, _ report: InterleaveReport) {
                    let value = outcome()
                    report(context, "\\(value)", \(hasAllowed ? "interleaveIsAllowed(value) ? 0 : 2" : "0"))
                }

                """
        }
        return text
    }

    /// Compiles the files into a library whose every access to memory calls the explorer.
    /// - Parameter cache: a folder for modules that the compiler has built before; it saves seconds.
    /// - Returns: the library's path.
    func compile(into folder: String, cache: String, swiftVersion: Int) throws -> String {
        let bridgePath = "\(folder)/Bridge.swift", library = "\(folder)/libScenario.so", log = "\(folder)/compiler"
        try Data(bridge.utf8).write(to: URL(fileURLWithPath: bridgePath))
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardInput = .nothing
        options.standardOutput = .file(log)
        options.standardError = .file(log)
        let here = FileManager.default.currentDirectoryPath
        let files = ([path] + others).map { $0.hasPrefix("/") ? $0 : "\(here)/\($0)" }
        var child = try ChildProcess.spawn(
            "swiftc",
            arguments: [
                "-swift-version", "\(swiftVersion)", "-Onone", "-g", "-parse-as-library", "-emit-library", "-module-name", "Scenario",
                "-wmo",
                "-suppress-warnings", "-Xfrontend", "-sanitize=thread", "-Xlinker", "-Bsymbolic", "-module-cache-path", cache, "-o",
                library,
            ] + files + [bridgePath], options: options)
        let (ending, timedOut) = child.wait(killingAfter: .seconds(120))
        if ending == .exited(code: 0) { return library }
        let words = FileManager.default.contents(atPath: log).map { String(decoding: $0.prefix(1 << 16), as: UTF8.self) } ?? ""
        throw ExplorationError(
            timedOut ? "The compiler was still at it after 2 minutes." : "\(path) does not compile:\n\(words)",
            cure: "Files are compiled in Swift \(swiftVersion) mode.")
    }
}
