import FoundationEssentials
import Recorder
import Trace

/// What comes of stopping one thread of an attempt in front of each access to memory, one after the other, while another one is let through.
///
/// Each place costs a process of its own, some hundredths of a second. Chance has no say: a place at which the attempt can be broken by one
/// interruption is found each time. What takes two interruptions, or a third thread, is not looked for.
struct Interruptions: Sendable {
    /// Places at which a thread was stopped.
    var places = 0
    /// Whether that were all there are.
    var isComplete = false
    /// The first place at which something went wrong.
    var finding: Finding?
    /// Why it was not done, as a clause; nil when it was.
    var trouble: String?
    /// Where somebody who came when all was done changed something atomically.
    var laterChange: String?

    /// One run with one interruption, as an exercise judges it.
    struct Run {
        var outcome: AttemptProcess.Outcome
        var evidence: Evidence
        var program: String
        var limits: AttemptProcess.Limits

        func observations<Observations: Decodable>(_ type: Observations.Type) throws -> Observations {
            try JSONDecoder().decode(type, from: Data(outcome.observations ?? []))
        }

        /// The line at which a thread was: the innermost one that does something, and does not only declare what is used.
        func line(_ addresses: [UInt]) -> String? {
            let lines = evidence.lines(at: addresses.map(UInt64.init), inProgram: program)
            return lines.first { !evidence.isStoredStatic($0) } ?? lines.first
        }

        /// The name of the variable at an address; nil for what lies in an object. Throws `NotTheAttempts` for what the compiler keeps for itself.
        func variable(_ address: UInt) throws(NotTheAttempts) -> String? {
            guard let variable = Symbolicator.variable(at: UInt64(address), inProgram: program) else { return nil }
            guard variable.symbol.hasSuffix("vpZ") || variable.symbol.hasSuffix("vp") else { throw NotTheAttempts() }
            return variable.name.split(separator: ".").last.map(String.init)
        }

        /// Why the run did not come to its end; nil when it did.
        var end: Finding? {
            guard outcome.observations == nil || outcome.excess != nil || outcome.ending != .exited(code: 0) else { return nil }
            return PrematureEnd(outcome: outcome, evidence: evidence, program: program, limits: limits).finding
        }
    }

    struct NotTheAttempts: Error {}

    /// What every run tells, whatever the exercise.
    private struct Places: Decodable {
        var places: Int
        var slept: Bool
    }

    /// Most places that are tried. An attempt at one of these exercises has some dozens.
    private static let mostPlaces = 150
    private static let longest = Duration.seconds(25)

    init(trouble: String) { self.trouble = trouble }

    /// Tries all places in turn, until something goes wrong. Some seconds.
    init(_ judge: @Sendable (Run) throws -> (finding: Finding?, laterChange: String?), _ run: (_ place: Int) throws -> Run) throws {
        let start = ContinuousClock.now
        let free = try run(0)
        guard free.end == nil else {
            trouble = "compiled for being stopped anywhere, your code did not come to its end"
            return
        }
        let count = try free.observations(Places.self).places
        laterChange = try judge(free).laterChange
        for place in 1..<max(1, min(count, Self.mostPlaces) + 1) {
            guard ContinuousClock.now - start < Self.longest else { return }
            let run = try run(place)
            places = place
            finding = try judge(run).finding
            if finding != nil { return }
        }
        isComplete = count <= Self.mostPlaces
    }
}
