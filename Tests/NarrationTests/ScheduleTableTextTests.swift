import Schedules
import Testing
import Words

/// How the columns of a table share the width of a screen.
@Suite struct ScheduleTableTextTests {
    private static func row(
        _ thread: Int, _ file: String, _ line: Int, _ source: String, _ values: [Int: String] = [:], decides: Bool = false
    ) -> ScheduleTable.Row {
        .init(thread: thread, file: file, line: line, source: source, values: values, isDeciding: decides)
    }

    /// Two files, three threads, and a column of which the steps that decide say nothing.
    private static let album = ScheduleTable(
        threads: ["block 1", "block 2", "block 3"], variables: ["TwoStepAlbum.count", "TwoStepAlbum.photos"],
        rows: [
            row(0, "UnprotectedLibrary.swift", 15, "queue.sync { album.snapshot() }", [0: "0", 1: "[]"]),
            row(1, "Explored.swift", 23, "let found = photos", [1: "[]"], decides: true),
            row(2, "Explored.swift", 25, "photos = found + [photo]", [1: "[] → [Photo(number: 2)]"], decides: true),
            row(1, "Explored.swift", 25, "photos = found + [photo]", [1: "[Photo(number: 2)] → [Photo(number: 1)]"], decides: true),
        ], skipped: [2: 1])

    @Test("The code has the room: a file has a line of its own, and a column that says nothing about the deciding steps is left out")
    func code() {
        #expect(
            Self.album.lines(width: 80) == [
                "        block 1  block 2  block 3                   TwoStepAlbum.photos",
                "  UnprotectedLibrary.swift",
                "    15  queue.sync { album.snapshot() }             []",
                "  Explored.swift",
                "▸   23           let found = photos                 []",
                "     ⋯  1 step",
                "▸   25                    photos = found + [photo]  [] → [Photo(number: 2)]",
                "▸   25           photos = found + [photo]           → [Photo(number: 1)]",
                "▸ their order decides",
            ])
    }

    @Test("One row between two that stay is shown if it takes no more room than its fold")
    func oneRow() {
        func table(_ note: String, _ file: String, _ skipped: [Int: Int] = [:]) -> ScheduleTable {
            var rows = (1...6).map { Self.row(0, "a.swift", $0, "line \($0)", decides: $0 != 3) }
            (rows[2].note, rows[2].file) = (note, file)
            return ScheduleTable(threads: ["block 1"], rows: rows, skipped: skipped).shortened(to: 5)
        }
        #expect(table("", "a.swift").rows.map(\.line) == [1, 2, 3, 4, 5, 6] && table("", "a.swift").skipped.isEmpty)
        // A note can need a line of its own, and a name of a file does. Two steps have one fold.
        #expect(table("waits for a lock", "a.swift").rows.count == 5 && table("waits for a lock", "a.swift").skipped == [2: 1])
        #expect(table("", "b.swift").skipped == [2: 1])
        #expect(table("", "a.swift", [2: 1]).skipped == [2: 2])
    }

    @Test("A name that has no room ends with a sign", arguments: [60, 80, 120])
    func longNames(_ width: Int) {
        let long = "theMostRecentPhotoOfTheWholeAlbum", thread = "the task of the library that loads"
        for count in 1...(width < 80 ? 2 : 3) {
            let rows = (0..<count).map { Self.row($0, "\(long).swift", 100, "\(long) += 1", [$0: "1 → 2"]) }
            let table = ScheduleTable(
                threads: rows.indices.map { "\(thread) \($0)" }, variables: rows.indices.map { "\(long)\($0)" }, rows: rows)
            for line in table.lines(width: width) {
                #expect(displayWidth(line) <= width, "\(line)")
                // Each word that begins as a long one is that word, or ends with the sign.
                for word in line.split(separator: " ") where word.hasPrefix("theM") {
                    let isWhole = word == "\(long)" || word == "\(long).swift" || (0..<count).contains { word == "\(long)\($0)" }
                    #expect(isWhole || word.hasSuffix("…"), "\(word) in \(line)")
                }
            }
        }
    }

    @Test("A heading has the variable's whole name; the type can begin before the column")
    func headings() throws {
        let bank = ScheduleTable(
            threads: ["block 1", "block 2"], variables: ["Account.balance"],
            rows: [
                Self.row(0, "bank.swift", 4, "if balance >= amount", [0: "100"]),
                Self.row(1, "bank.swift", 5, "balance -= amount", [0: "100 → 20"]),
            ])
        let lines = bank.lines(width: 80), heading = try #require(lines.first)
        #expect(heading.hasSuffix("Account.balance"))
        let low = ScheduleTable(
            threads: ["main thread"], variables: ["Range.low", "Other.low"],
            rows: [Self.row(0, "a.swift", 1, "low += 1", [0: "1 → 2"]), Self.row(0, "a.swift", 2, "low -= 1", [1: "2 → 1"])])
        #expect(low.lines(width: 80).first?.contains("Range.low  Other.low") == true)
    }

    @Test("Titles of columns have a space between them, also where they are wider than the values")
    func crowded() throws {
        let table = ScheduleTable(
            threads: ["main thread"], variables: ["Account.isClosed", "Account.balance", "Account.isClosed"],
            rows: [
                Self.row(0, "a.swift", 1, "isClosed", [0: "false"]), Self.row(0, "a.swift", 2, "balance", [1: "10"]),
                Self.row(0, "a.swift", 3, "isClosed", [2: "false"]),
            ])
        for width in [60, 80, 100] {
            let words = try #require(table.lines(width: width).first).split(separator: " ")
            #expect(words.count == 5, "\(words)")
        }
    }

    @Test("A table whose rows are all from one file has that file's name only if the reader needs it")
    func oneFile() {
        let rows = [Self.row(0, "/x/Explored.swift", 77, "enter()"), Self.row(0, "/x/Explored.swift", 79, "leave()")]
        let table = ScheduleTable(threads: ["task 1"], rows: rows)
        #expect(table.lines(width: 80).dropFirst().first == "    77  enter()")
        #expect(table.lines(width: 80, namesFile: true) == ["        task 1", "  Explored.swift", "    77  enter()", "    79  leave()"])
        #expect(Self.album.lines(width: 80, namesFile: true) == Self.album.lines(width: 80))
    }

    @Test("The accesses of a data race have the sign, unless the order of some steps decides")
    func races() {
        var table = ScheduleTable(
            threads: ["block 1", "block 2"], variables: ["total"],
            rows: [
                Self.row(0, "a.swift", 1, "total = 1", [0: "0 → 1"]), Self.row(0, "a.swift", 2, "total = 2", [0: "1 → 2"]),
                Self.row(1, "a.swift", 3, "print(total)", [0: "2"]),
            ])
        #expect(table.legend == nil && !table.lines(width: 80).contains { $0.contains("▸") })
        for index in [1, 2] { table.rows[index].isRacing = true }
        #expect(table.lines(width: 80).filter { $0.hasPrefix("▸ ") }.count == 3)
        #expect(table.lines(width: 80).last == "▸ nothing orders these two")
        for index in [0, 2] { table.rows[index].isDeciding = true }
        #expect(table.rows.map(table.isMarked) == [true, false, true] && table.legend == "▸ their order decides")
    }

    @Test("No line is wider than the screen", arguments: [40, 60, 80, 100, 200])
    func width(_ width: Int) {
        for line in Self.album.lines(width: width) { #expect(displayWidth(line) <= width, "\(line)") }
    }
}
