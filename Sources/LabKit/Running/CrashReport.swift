/// What Swift's runtime printed when a process crashed: its message, and the calls that led there.
struct CrashReport: Equatable {
    /// "Fatal error: Unexpectedly found nil while unwrapping an Optional value"; empty for a crash without a message.
    var message = ""
    /// "f(_:), Scenario.swift:4": the innermost call first.
    var calls: [String] = []

    /// The most calls that are told. Those of the lab's own machinery are left out.
    private static let mostCalls = 4

    /// The setting of the runtime (SWIFT_BACKTRACE) that makes such a report.
    static let setting = "enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none,sanitize=no,limit=32"

    /// - Parameter text: all that the process printed on standard error.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        let start = lines.firstIndex { $0.contains("Backtracing from 0x") || $0.contains("Program crashed: ") } ?? lines.endIndex
        let words = lines[..<start].last { $0.contains("Fatal error: ") }
        if let words, let range = words.firstRange(of: "Fatal error: ") { message = String(words[range.lowerBound...]) }
        for line in lines[start...] where calls.count < Self.mostCalls {
            guard let call = line.wholeMatch(of: /\s*\d+ .*?0x[0-9a-f]+ (.+?)(?: \+ \d+)? in \S+ at (.*?)([^\/]+?:\d+)(?::\d+)?/),
                !call.2.hasSuffix("/Sources/LabKit/Running/"), !call.2.hasSuffix("/Sources/LabKit/Declaring/")
            else { continue }
            calls.append("\(Self.name(call.1)), \(call.3)")
        }
    }

    /// A function without what the compiler knows about it: "crash@Sendable ()" is `crash()`, and "closure #1 in " is a closure of no function.
    private static func name(_ function: Substring) -> String {
        let name = String(function).replacing("@Sendable ", with: "")
        return name.hasSuffix(" in ") ? String(name.dropLast(4)) : name
    }

    /// The place and the message in sentences; empty if nothing is known.
    var words: [String] {
        let place = calls.isEmpty ? [] : ["It crashed in \(calls[0])."]
        let callers = calls.count < 2 ? [] : ["Called by \(calls.dropFirst().joined(separator: "; called by "))."]
        return (message.isEmpty ? [] : [message]) + (origin.map { [$0] } ?? []) + place + callers
    }

    /// Where the fault is, if it is known to be in a library.
    private var origin: String? {
        guard message.contains("Received callback for HTTP redirection, but we're not waiting for it") else { return nil }
        return """
            This is a fault of Foundation for Linux, not of the code of this variant: Foundation stops the process if the time limit of a \
            request is over while the server redirects it. It is rare, so run the variant again.
            """
    }
}
