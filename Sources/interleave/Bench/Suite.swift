/// Figures that are measured together.
struct Suite {
    var name: String
    var about: String
    var measure: (borrowing BenchFolder) throws -> [Figure]

    static var all: [Suite] {
        [
            Suite(name: "record", about: "one record written", measure: RecordBench.measure),
            Suite(name: "calls", about: "calls of libdispatch, recorded and not", measure: CallsBench.measure),
            Suite(name: "view", about: "a trace of a million events, opened and drawn", measure: ViewBench.measure),
            Suite(name: "lab", about: "the start of a lab", measure: LabBench.measure),
        ]
    }
}
