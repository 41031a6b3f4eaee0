/// The figures that labs promise. Each is measured as the lab measures it, by the lab's own program.
enum LabsBench {
    /// The figures of each lab that promises some. A lab needs one line here.
    private static var labs: [(borrowing BenchFolder) throws -> [Figure]] {
        [LinesBench.measure, NetworkBench.measure, ImportBench.measure]
    }

    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        var figures: [Figure] = []
        for lab in labs { figures += try lab(folder) }
        return figures
    }
}
