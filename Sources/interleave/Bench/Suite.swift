/// What is measured or looked at together.
struct Suite {
    enum Content {
        /// Figures, each beside a baseline.
        case figures((borrowing BenchFolder) throws -> [Figure])
        /// Tables of what holds and what does not; minutes of work, so only when it is asked for by name.
        case tables([(borrowing BenchFolder) throws -> ResultTable])
    }

    var name: String
    var about: String
    var content: Content

    static var all: [Suite] {
        [
            Suite(name: "record", about: "one record written", content: .figures(RecordBench.measure)),
            Suite(name: "calls", about: "calls of libdispatch, recorded and not", content: .figures(CallsBench.measure)),
            Suite(name: "view", about: "a trace of a million events, opened and drawn", content: .figures(ViewBench.measure)),
            Suite(name: "lab", about: "the start of a lab", content: .figures(LabBench.measure)),
            Suite(name: "explore", about: "interleavings explored", content: .figures(ExploreBench.measure)),
            Suite(name: "bugs", about: "how soon bugs are found, beside what other tools see", content: .tables(BugsBench.all)),
            Suite(
                name: "truth", about: "what the explorer says, held against all that can be compared with it",
                content: .tables(TruthBench.all)),
        ]
    }

    /// Those that are gone through where none is named.
    static var usual: [Suite] {
        all.filter { if case .figures = $0.content { true } else { false } }
    }
}
