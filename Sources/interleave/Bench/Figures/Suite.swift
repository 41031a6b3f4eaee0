/// Benchmarks or checks that run together.
struct Suite {
    enum Content {
        /// Figures, each with a baseline.
        case figures((borrowing BenchFolder) throws -> [Figure])
        /// Tables of checks.
        case tables([(borrowing BenchFolder) throws -> ResultTable])
    }

    var name: String
    var about: String
    var content: Content
    /// Whether it runs only if it is requested by name: it takes minutes, or much space on the disk.
    var isOnlyByName = false

    static var all: [Suite] {
        [
            Suite(name: "record", about: "one record written", content: .figures(RecordBench.measure)),
            Suite(name: "calls", about: "calls of libdispatch, recorded and not", content: .figures(CallsBench.measure)),
            Suite(name: "view", about: "traces of one to fifteen million events, opened and drawn", content: .figures(ViewBench.measure)),
            Suite(name: "lab", about: "the start of a lab", content: .figures(LabBench.measure)),
            Suite(name: "explore", about: "interleavings explored", content: .figures(ExploreBench.measure)),
            Suite(
                name: "bugs", about: "how soon bugs are found, compared with other tools", content: .tables(BugsBench.all),
                isOnlyByName: true),
            Suite(
                name: "real-bugs", about: "how soon fixed bugs of public packages are found", content: .tables(RealBugsBench.all),
                isOnlyByName: true),
            Suite(
                name: "chaos", about: "real runs with delays, compared with plain repetition", content: .tables(ChaosBench.all),
                isOnlyByName: true),
            Suite(
                name: "truth", about: "the explorer's results, compared with every available reference",
                content: .tables(TruthBench.all), isOnlyByName: true),
            Suite(
                name: "labs", about: "the figures that labs promise, with a file of 1 GB", content: .figures(LabsBench.measure),
                isOnlyByName: true),
            Suite(
                name: "weight", about: "how long the builds and the tests take", content: .tables([WeightBench.builds, WeightBench.tests]),
                isOnlyByName: true),
        ]
    }

    /// The suites that run without a name.
    static var usual: [Suite] { all.filter { !$0.isOnlyByName } }
}
