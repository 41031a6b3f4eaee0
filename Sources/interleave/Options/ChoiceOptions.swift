import ArgumentParser
import Trace

/// The options of `trace` that leave something out of a recording.
struct ChoiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Record only these kinds of events: \(KindList.names), separated by commas. The trace then says nothing about the others.",
            valueName: "kinds"),
        transform: KindList.read)
    var only: KindList?

    @Option(help: ArgumentHelp("Record all kinds but these.", valueName: "kinds"), transform: KindList.read)
    var without: KindList?

    @Option(
        help: ArgumentHelp(
            "Record only items on queues, operation queues and actors with these names, separated by commas; * stands for any characters.",
            valueName: "names"))
    var queues: [String] = []

    func validate() throws {
        if only != nil, without != nil {
            throw ValidationError("--only and --without both choose kinds of events. Use one of them.")
        }
        if without?.kinds.count == RecordedChoice.Kind.allCases.count {
            throw ValidationError("--without leaves nothing to record. Leave one of the kinds out of it.")
        }
        if patterns.contains(where: \.isEmpty) {
            throw ValidationError("A name in --queues is empty. Give names such as --queues 'net.*,database'.")
        }
        let bytes = patterns.reduce(0) { $0 + $1.utf8.count + 1 }
        if bytes > RecordedChoice.mostPatternBytes {
            throw ValidationError(
                "The names in --queues have \(bytes) bytes, but a trace has space for \(RecordedChoice.mostPatternBytes). Use * for names that begin alike."
            )
        }
    }

    private var patterns: [String] {
        queues.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) } }
    }

    var choice: RecordedChoice {
        let all = Set(RecordedChoice.Kind.allCases)
        return RecordedChoice(kinds: only?.kinds ?? without.map { all.subtracting($0.kinds) } ?? all, queues: patterns)
    }
}

/// Kinds of events, as words separated by commas.
struct KindList {
    let kinds: Set<RecordedChoice.Kind>

    static let names = RecordedChoice.Kind.allCases.map(\.rawValue).joined(separator: ", ")

    static func read(_ words: String) throws -> KindList {
        let kinds = try words.split(separator: ",", omittingEmptySubsequences: false).map { word in
            let name = word.filter { $0 != " " }
            guard let kind = RecordedChoice.Kind(rawValue: name) else {
                throw ValidationError("There is no kind '\(name)'. The kinds are \(names).")
            }
            return kind
        }
        return KindList(kinds: Set(kinds))
    }
}
