import Words
import FoundationEssentials
import System

/// The promises of lab-import: at least half the speed of the tool `sqlite3`, with the same rows and
/// the same table, and no late frame while it imports in the background.
enum ImportBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        let lab = try MeasuredProgram(lab: "lab-import"), tool = MeasuredProgram(tool: "sqlite3")
        let stops = try writeStops(folder)
        var speeds: [Double] = [], toolSpeeds: [Double] = [], delays: [Double] = [], frozen: [Double] = []
        for _ in 0..<folder.rounds(9) {
            let batches = try watch("batches", lab, folder)
            speeds.append(Double(stops) / batches.seconds)
            delays.append(batches.delay)
            frozen.append(try watch("main-thread", lab, folder).delay)
            if let tool { toolSpeeds.append(Double(stops) / (try seconds(of: tool, folder))) }
        }
        let delay = Figure(
            "lab-import, worst delay of a frame", delays.median, "ms", baseline: frozen.median, "on the main thread",
            target: .init(of: .value, atMost: 16))
        // Without the tool, there is nothing to compare with.
        if tool == nil { return [delay] }
        let speed = Figure(
            "lab-import, rows in batches of 250", speeds.median, "rows/s", baseline: toolSpeeds.median, "sqlite3 .import",
            target: .init(of: .ratio, atLeast: 0.5))
        return [delay, speed]
    }

    /// Writes the columns that the table has, for the tool. Returns the number of rows.
    private static func writeStops(_ folder: borrowing BenchFolder) throws -> Int {
        let path = "Labs/Import/Stops/stops.txt"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // Every name is in quotes if it has a comma: so a quote is at the begin or at the end of a name.
        let rows = text.split(separator: "\n").dropFirst().map { line in
            var columns: [Substring] = [], rest = line[...]
            while columns.count < 6 {
                let end =
                    rest.first == "\"" ? rest.dropFirst().firstIndex(of: "\"").map { rest.index(after: $0) } : rest.firstIndex(of: ",")
                columns.append(rest[..<(end ?? rest.endIndex)])
                rest = rest[(end ?? rest.endIndex)...].dropFirst()
            }
            return "\(columns[0]),\(columns[2]),\(columns[4]),\(columns[5])"
        }
        try rows.joined(separator: "\n").write(toFile: folder.data, atomically: false, encoding: .utf8)
        return rows.count
    }

    /// The import of a variant, in the background of a process of its own, without a recorder.
    private static func watch(
        _ variant: String, _ lab: MeasuredProgram, _ folder: borrowing BenchFolder
    ) throws -> (seconds: Double, delay: Double) {
        let arguments = ["--watch", "--plain", "--rest", "0", "--damaged", "0", "--variant", variant]
        let output = try lab.run(arguments, folder).output
        guard let match = output.firstMatch(of: /time: ([0-9.e-]+) s, worst delay of a frame: ([0-9.e-]+) ms/),
            let seconds = Double(match.1), let delay = Double(match.2)
        else { throw ExplainedError(.ours, "lab-import --watch printed no figures: \(output)") }
        return (seconds, delay)
    }

    /// The time of the tool for the same table, without the time of its start.
    private static func seconds(of tool: MeasuredProgram, _ folder: borrowing BenchFolder) throws -> Double {
        let database = folder.program
        try? FileManager.default.removeItem(atPath: database)
        defer { try? FileManager.default.removeItem(atPath: database) }
        let table = "CREATE TABLE stop (id TEXT PRIMARY KEY, name TEXT, latitude DOUBLE, longitude DOUBLE)"
        let start = try tool.run(["-batch", ":memory:", table], folder).seconds
        let all = try tool.run(["-batch", database, table, ".mode csv", ".import '\(folder.data)' stop"], folder).seconds
        return max(all - start, 0.001)
    }
}
