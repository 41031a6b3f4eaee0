import Words
import FoundationEssentials
import Glibc
import System
import Trace

/// The weight of the package: how long a newcomer waits for the first lab, an author for a changed lab, and everyone for the tests.
///
/// Each time is a multiple of a *unit*, the time that the compiler of this machine needs for a program of one line. So the limits
/// (`Benchmarks/budget.json`) mean the same on a slow machine. They are judged in a debug build too: that is the build that people wait for.
enum WeightBench {
    /// The limits. Times are in units.
    private struct Budget: Decodable {
        /// Steps of the build of the first lab, as SwiftPM counts them.
        var buildSteps: Int
        var firstBuild: Double
        var changedLab: Double
        var labStart: Double
        var exploration: Double
        /// The time of the tests of a suite that is not in `suites`, added up.
        var suite: Double
        var suites: [String: Double]
        var allSuites: Double
    }

    private static func budget(_ package: String) throws -> Budget {
        let path = "\(package)/Benchmarks/budget.json"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ExplainedError(.usage, "\(path) cannot be read.", cure: "It is a part of the package: get it again.")
        }
        return try JSONDecoder().decode(Budget.self, from: data)
    }

    private static func package() throws -> String {
        guard let package = BuildFolder.current.package else {
            throw ExplainedError(
                .usage, "The package of this program is not known.", cure: "Run it with: swift run interleave bench --suite weight")
        }
        return package
    }

    /// A table with its limits.
    private struct Rows {
        var table: ResultTable
        let unit: Double

        init(_ title: String, unit: Double) {
            table = ResultTable(
                "\(title) (1 unit = \(Int((unit * 1000).rounded())) ms)", columns: ["what", "measured", "units", "at most", ""])
            self.unit = unit
        }

        mutating func add(_ name: String, seconds: Double, atMost limit: Double) {
            let units = seconds / unit
            table.rows.append([
                name, "\(WeightBench.text(seconds)) s", WeightBench.text(units), WeightBench.text(limit), units <= limit ? "holds" : "✗",
            ])
            if units > limit { table.failures.append("\(name): \(WeightBench.text(units)) units, at most \(WeightBench.text(limit))") }
        }
    }

    /// A clean build up to the first lab's picture, a change in that lab, the start of programs.
    static func builds(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let package = try package(), budget = try budget(package), unit = try unit(folder)
        var rows = Rows("The waiting of people", unit: unit)
        let scratch = "\(folder.path)/build", lab = "lab-barrier"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        func build() throws -> (seconds: Double, steps: Int) {
            let log = folder.output
            let seconds = try seconds("swift", ["build", "--package-path", package, "--scratch-path", scratch, "--product", lab], log: log)
            let words = FileManager.default.contents(atPath: log).map { String(decoding: $0, as: UTF8.self) } ?? ""
            // "[150/197] Compiling …": the number of steps grows while SwiftPM finds them.
            let steps = words.matches(of: /\[\d+\/(\d+)\]/).compactMap { Int($0.output.1) }.max() ?? 0
            return (seconds, steps)
        }
        let first = try build()
        rows.add("first build of \(lab), packages cloned", seconds: first.seconds, atMost: budget.firstBuild)
        rows.table.rows.append(
            ["its steps", "\(first.steps)", "", "\(budget.buildSteps)", first.steps <= budget.buildSteps ? "holds" : "✗"])
        if first.steps > budget.buildSteps {
            rows.table.failures.append("The first build has \(first.steps) steps, at most \(budget.buildSteps).")
        }
        // A new date is a change for the build.
        utimes("\(package)/Labs/Barrier/Scenario/\(try changedFile(package))", nil)
        rows.add("build after a change in its scenario", seconds: try build().seconds, atMost: budget.changedLab)
        let program = "\(scratch)/debug/\(lab)"
        rows.add(
            "\(lab), one variant with its picture", seconds: try seconds(program, ["--plain", "--variant", "barrier"]),
            atMost: budget.labStart)
        return rows.table
    }

    /// From a file to its verdict, and the tests of each suite.
    static func tests(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let package = try package(), budget = try budget(package), unit = try unit(folder)
        var rows = Rows("Tests", unit: unit)
        let explored = "\(package)/Tests/CommandTests/Explored/allowed.swift"
        if FileManager.default.isReadableFile(atPath: explored) {
            rows.add(
                "interleave explore, from a file to its verdict", seconds: try seconds("/proc/self/exe", ["explore", explored]),
                atMost: budget.exploration)
        }
        guard let path = ProcessInfo.processInfo.environment["TEST_TIMES"],
            let text = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) })
        else {
            rows.table.rows.append(["tests: not measured. TEST_TIMES=FILE swift test writes their times."])
            return rows.table
        }
        var suites: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t")
            guard parts.count > 1, let seconds = Double(parts[0]) else { continue }
            suites[String(parts[1]), default: 0] += seconds
        }
        for (name, seconds) in suites.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let limit = budget.suites[name] ?? budget.suite
            if rows.table.rows.count <= 10 || seconds / unit > limit { rows.add(name, seconds: seconds, atMost: limit) }
        }
        rows.add("all suites that start programs", seconds: suites.values.reduce(0, +), atMost: budget.allSuites)
        return rows.table
    }

    // MARK: measuring

    /// The median time of compiling a program of one line.
    private static func unit(_ folder: borrowing BenchFolder) throws -> Double {
        _ = FileManager.default.createFile(
            atPath: folder.source, contents: Data("import Dispatch\nDispatchQueue(label: \"one\").sync {}\n".utf8))
        return try (0..<folder.rounds(5)).map { _ in try seconds("swiftc", [folder.source, "-o", folder.program]) }.median
    }

    private static func changedFile(_ package: String) throws -> String {
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(package)/Labs/Barrier/Scenario").filter {
            $0.hasSuffix(".swift")
        }
        guard let file = files.sorted().first else { throw ExplainedError(.ours, "lab-barrier has no scenario.") }
        return file
    }

    private static func seconds(_ program: String, _ arguments: [String], log: String? = nil) throws -> Double {
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardInput = .nothing
        options.standardOutput = log.map { .file($0) } ?? .nothing
        options.standardError = log.map { .file($0) } ?? .nothing
        let started = ContinuousClock.now
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        let (ending, timedOut) = child.wait(killingAfter: .seconds(1200))
        guard !timedOut, case .exited(let code) = ending, code <= 1 else {
            throw ExplainedError(.ours, "\(program) \(arguments.joined(separator: " ")) did not end in order.")
        }
        return (ContinuousClock.now - started) / .seconds(1)
    }

    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return number < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(number.rounded()))"
    }
}
