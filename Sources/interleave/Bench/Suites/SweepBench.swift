import Words
import enum Trace.Verdict
import ExplorationRunner
import Explorer
import FoundationEssentials
import Glibc

/// The public classes of Foundation and Dispatch, with each setter, getter and method. Called by
/// one thread there is no failure. Called by two threads at the same time there is a data race
/// exactly if the class is not documented as thread-safe.
///
/// The programs are generated from the compiler's description of the modules. A call that traps
/// during exploration must also trap without the explorer.
enum SweepBench {
    private static let modules = ["Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Dispatch"]
    private static let quick: Set = ["ByteCountFormatter", "NSURLComponents", "PropertyListEncoder", "DispatchGroup"]

    static func measure(_ folder: borrowing BenchFolder) throws -> ResultTable {
        var table = ResultTable(
            "Classes of Foundation and Dispatch: each member used by one thread, and by two threads that share the object",
            columns: ["class", "members", "by one", "traps for real", "read by two", "called by two", "set by two", "read and set", ""])
        // Calls that write files and settings write them into a temporary folder.
        let before = FileManager.default.currentDirectoryPath, files = "\(folder.path)/files"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        _ = FileManager.default.changeCurrentDirectoryPath(files)
        setenv("CFFIXED_USER_HOME", files, 1)
        defer {
            unsetenv("CFFIXED_USER_HOME")
            _ = FileManager.default.changeCurrentDirectoryPath(before)
            try? FileManager.default.removeItem(atPath: files)
        }
        for module in modules {
            for var known in SweptClass.all(in: try SymbolGraph.of(module, folder)) where isSwept(known.name, folder) {
                printError("sweep: \(known.name) …")
                guard let build = try compiled(&known, folder) else { continue }
                var count = Count()
                for member in known.members.indices { try look(at: member, of: known, build, &count, folder) }
                table.rows.append([known.name] + count.cells(known) + [count.failures.isEmpty ? "holds" : "does not hold"])
                table.failures += count.failures
            }
        }
        if table.rows.isEmpty { table.failures.append("Nothing was checked.") }
        return table
    }

    private static func isSwept(_ name: String, _ folder: borrowing BenchFolder) -> Bool {
        folder.isQuick ? quick.contains(name) : !SweptClass.outside.contains(name)
    }

    /// The class's program, without the members that the compiler refuses; nil: none is left.
    private static func compiled(_ subject: inout SweptClass, _ folder: borrowing BenchFolder) throws -> ExploredBuild? {
        for _ in 0..<8 {
            guard FileManager.default.createFile(atPath: folder.source, contents: Data(subject.text.utf8)) else {
                throw ExplainedError(.usage, "\(folder.source) cannot be written.", cure: "Free some space on that disk.")
            }
            do {
                return try ExploredBuild.make(ExploredSource(folder.source, entries: subject.entries))
            } catch let error as ExplainedError where error.code == .notCompiled {
                guard let rest = subject.without(errors: error.message, in: folder.source) else { return nil }
                subject = rest
            }
        }
        return nil
    }

    /// The number of uses that behaved as they must.
    private struct Count {
        var alone = 0, trapped = 0, read = 0, called = 0, set = 0, readAndSet = 0
        var failures: [String] = []

        func cells(_ subject: SweptClass) -> [String] {
            let settable = subject.members.count { $0.change != nil }
            return [
                "\(subject.members.count)", "\(alone)", "\(trapped)", "\(read)", "\(called)", "\(set) of \(settable)",
                "\(readAndSet) of \(settable)",
            ]
        }
    }

    private static func look(
        at member: Int, of subject: SweptClass, _ build: borrowing ExploredBuild, _ count: inout Count, _ folder: borrowing BenchFolder
    ) throws {
        let known = subject.members[member], isSafe = SweptClass.safe.contains(subject.name)
        func verdicts(_ use: SweptClass.Use) -> Set<Verdict>? {
            guard let entry = subject.entry(member, use) else { return nil }
            guard let report = try? build.explore(entry, budget: 2000, patience: .seconds(20)).report else { return nil }
            return Set(report.findings.map(\.verdict))
        }
        func fail(_ words: String) { count.failures.append("\(subject.name).\(known.name) \(words).") }
        func names(_ found: Set<Verdict>) -> String { found.sorted().map(\.rawValue).joined(separator: ", ") }
        // A call that cannot be explored is refused by name.
        guard let alone = verdicts(.alone) else { return }
        if !alone.isEmpty {
            if alone.isSubset(of: [.assertion, .crash]), let entry = subject.entry(member, .alone), try trapsForReal(entry, subject, folder)
            {
                count.trapped += 1
            } else {
                fail("called by one thread: \(names(alone))")
            }
            return
        }
        count.alone += 1
        if let found = verdicts(.bothUse) {
            let mayRace = !isSafe && known.isMethod || known.movesOn, mustRace = !isSafe && known.isChange
            if mustRace ? !found.contains(.race) : mayRace ? !found.isSubset(of: [.race, .assertion, .crash]) : !found.isEmpty {
                fail("called by two threads: \(names(found))")
            } else if known.isMethod {
                count.called += 1
            } else {
                count.read += 1
            }
        }
        if let found = verdicts(.bothChange) {
            if found.contains(.race) == isSafe { fail("set by two threads: \(names(found))") } else { count.set += 1 }
        }
        if let found = verdicts(.useAndChange) {
            if found.contains(.race) == isSafe {
                fail("read by one thread and set by another: \(names(found))")
            } else {
                count.readAndSet += 1
            }
        }
    }

    /// Whether the same function also ends its process without the explorer.
    private static func trapsForReal(_ entry: String, _ subject: SweptClass, _ folder: borrowing BenchFolder) throws -> Bool {
        let text = subject.text + "@main enum Run { static func main() { \(entry)() } }\n"
        guard FileManager.default.createFile(atPath: folder.source, contents: Data(text.utf8)) else { return false }
        let arguments = ["-swift-version", "5", "-parse-as-library", "-Onone", "-suppress-warnings", folder.source, "-o", folder.program]
        guard try ComparedProgram.run("swiftc", arguments, patience: .seconds(120), folder).ending == .exited(code: 0) else { return false }
        if case .killed = try ComparedProgram.run(folder.program, [], patience: .seconds(20), folder).ending { return true }
        return false
    }
}
