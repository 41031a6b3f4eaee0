import Foundation
import TestSupport
import Testing

/// `interleave view` on a real trace.
@Suite(.startsProcesses) struct ViewTests {
    let folder: Folder
    let file: String
    init() throws {
        folder = try Folder()
        file = folder.file("t")
        let outcome = try Commands.run(["trace", "-o", file, "--", Programs.all().everything], in: folder)
        try #require(outcome.code == 0)
    }

    private func view(_ arguments: String..., environment: [String: String] = [:]) throws -> Commands.Outcome {
        try Commands.run(["view"] + arguments, in: folder, environment: environment)
    }

    @Test("No line of the page is wider than requested, and without a terminal there is no escape byte", arguments: [40, 79, 100, 400])
    func widths(width: Int) throws {
        for lanes in ["queues", "threads"] {
            let terminal = ["COLORTERM": "truecolor", "TERM": "xterm-256color"]
            let page = try view(file, "--width", "\(width)", "--lanes", lanes, environment: terminal)
            #expect(page.code == 0, "\(page.errors)")
            #expect(!page.output.contains("\u{1B}"))
            let tooWide: [Substring] = page.output.split(separator: "\n").filter { $0.count > width }
            #expect(tooWide == [])
        }
    }

    @Test("The title names the file and the program by short paths, not from the root of the disk")
    func title() throws {
        let page = try view(file, "--width", "400")
        let title = try #require(page.output.split(separator: "\n").first)
        #expect(title.hasPrefix("t: ") && !title.contains("/"), "\(title)")
    }

    @Test("--load prints a row for each queue, in the requested width; --json one object with the same figures; wrong uses say what to do")
    func load() throws {
        struct Report: Decodable {
            struct Spread: Decodable { var count: Int, p50: Int64, p90: Int64, p99: Int64, max: Int64 }
            struct Load: Decodable {
                struct Item: Decodable { var label: String }
                var name: String, kind: String, items: Int, mostQueued: Int, waiting: Spread?, running: Spread?, worst: [Item]
            }
            var unit: String, queues: [Load], tasks: [Load]
        }
        let page = try view(file, "--load", "--width", "79")
        #expect(page.code == 0 && page.output.split(separator: "\n").allSatisfy { $0.count <= 79 }, "\(page.output)")
        let json = try view(file, "--load", "--json")
        let report = try JSONDecoder().decode(Report.self, from: Data(json.output.utf8))
        #expect(report.unit == "nanoseconds" && !report.queues.isEmpty && json.errors.isEmpty)
        for load in report.queues {
            #expect(load.items >= max(load.waiting?.count ?? 0, load.running?.count ?? 0) && load.worst.count <= 10)
            for spread in [load.waiting, load.running].compactMap(\.self) {
                #expect(0 <= spread.p50 && spread.p50 <= spread.p90 && spread.p90 <= spread.p99 && spread.p99 <= spread.max)
            }
            #expect(page.output.contains(load.name.prefix(8)), "\(load.name)")
        }
        try view(file, "--json").expectMisuse("--json needs --load")
        try view(file, file, "--load").expectMisuse("--load needs exactly one trace")
        try view(file, "--load", "--step").expectMisuse("--load prints tables")
    }

    @Test("--ascii keeps the whole page to ASCII")
    func ascii() throws {
        let page = try view(file, "--ascii")
        #expect(page.code == 0)
        #expect(page.output.utf8.allSatisfy { $0 < 0x80 }, "\(page.output.filter { !$0.isASCII })")
    }

    @Test("A requested part of the time is drawn; an impossible one is refused")
    func range() throws {
        let part = try view(file, "--from", "0.5ms", "--to", "1ms")
        #expect(part.code == 0, "\(part.errors)")
        #expect(try view(file, "--from", "1us").output != part.output)
        try view(file, "--from", "2ms", "--to", "1ms").expectMisuse("--from must be before --to")
        try view(file, "--from", "1h").expectMisuse("1.5ms")
        try view(file, "--from", "3600s").expectMisuse("after the end")
    }

    @Test("With a part of the time the tables have only its items, and the page says so")
    func tablesOfAPart() throws {
        let page = try view(file, "--from", "0us", "--to", "1us")
        #expect(page.code == 0, "\(page.errors)")
        #expect(page.output.contains("The drawing and the tables show only the part from 0.0 ms to 0.001 ms"))
        let all = try view(file).output.split(separator: "\n").count
        #expect(page.output.split(separator: "\n").count < all)
    }

    @Test("--table sets the number of rows in each table; other values are refused")
    func tableRows() throws {
        func itemRows(_ arguments: String...) throws -> [Substring] {
            let page = try Commands.run(["view", file, "--width", "200"] + arguments, in: folder)
            #expect(page.code == 0, "\(page.errors)")
            let lines = page.output.split(separator: "\n", omittingEmptySubsequences: false)
            guard let title = lines.firstIndex(where: { $0.contains(#/^[\d,]+ items?, times in/#) }) else { return [] }
            return Array(lines[(title + 2)...].prefix { !$0.isEmpty })
        }
        let all = try itemRows()
        #expect(all.count > 5)
        #expect(try itemRows("--table", "all") == all)
        #expect(try itemRows("--table", "none").isEmpty)
        let few = try itemRows("--table", "3")
        #expect(few.count == 4 && few[3].contains("more items."))
        try view(file, "--table", "some").expectMisuse("--table")
        try view(file, "--table", "-3").expectMisuse("--table")
        try view(file, "--step", "--table", "3").expectMisuse("--step prints no tables")
    }

    @Test("Two traces are drawn one above the other, each with its name")
    func two() throws {
        let other = folder.file("other")
        try FileManager.default.copyItem(atPath: file, toPath: other)
        let page = try view(file, other, "--width", "120")
        #expect(page.code == 0, "\(page.errors)")
        for name in ["t", "other"] { #expect(page.output.split(separator: "\n").contains { $0.hasPrefix("\(name): ") }, "\(page.output)") }
        #expect(page.output.split(separator: "\n").filter { $0.hasPrefix("test.serial ") && $0.contains("│") }.count == 2)
        // Two files with one name are distinguished by their folders.
        let folderOfTheOther = folder.file("folder")
        try FileManager.default.createDirectory(atPath: folderOfTheOther, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: file, toPath: "\(folderOfTheOther)/t")
        let alike = try view(file, "\(folderOfTheOther)/t", "--width", "300").output
        #expect(alike.contains("\(file): ") && alike.contains("\(folderOfTheOther)/t: "), "\(alike)")
        try view(file, other, "--step").expectMisuse("--step needs exactly one trace")
        try view(file, folder.file("none")).expectMisuse("none")
    }

    @Test("--step prints every event as a numbered sentence")
    func step() throws {
        let told = try view(file, "--step", "--width", "200")
        #expect(told.code == 0, "\(told.errors)")
        let numbers = told.output.split(separator: "\n").compactMap { $0.firstMatch(of: #/^\#(\d+) /#).flatMap { Int($0.1) } }
        #expect(numbers == Array(1...numbers.count))
        #expect(told.output.contains("test.kitchen: "))
    }
}
