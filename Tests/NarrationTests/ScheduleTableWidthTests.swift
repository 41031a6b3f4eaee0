import Schedules
import Testing
import Words

@Suite("A table of a schedule in a width") struct ScheduleTableWidthTests {
    /// Rows in a file with a long name, with wide values and a line of code that shows where it is cut.
    private func table(_ variables: Int) -> ScheduleTable {
        let values = Dictionary(uniqueKeysWithValues: (0..<variables).map { ($0, "[] → [Photo(number: 2), Photo(number: 3)]") })
        let rows = (0..<3).map { thread in
            ScheduleTable.Row(
                thread: thread, file: "UnprotectedPhotoLibrary.swift", line: 115, source: "photos = found + [photo]", values: values,
                isDeciding: true)
        }
        let other = ScheduleTable.Row(thread: 0, file: "Explored.swift", line: 7, source: "let found = photos", isFailure: true)
        return ScheduleTable(
            threads: ["block 1", "block 2", "main thread"], variables: (0..<variables).map { "photos\($0)" }, rows: rows + [other])
    }

    @Test("No line is wider than the screen, whatever the names of files and the values are", arguments: [60, 80, 100, 120, 200])
    func width(_ width: Int) {
        for variables in 0...(width < 80 ? 2 : 3) {
            for line in table(variables).lines(width: width) { #expect(displayWidth(line) <= width, "\(line)") }
        }
    }

    @Test("Where there is little room, the file's name is cut at its beginning, and the number of the line stays")
    func position() {
        let lines = table(2).lines(width: 80)
        #expect(lines.contains { $0.contains("…") && $0.contains("brary.swift:115  ") }, "\(lines.joined(separator: "\n"))")
        #expect(table(0).lines(width: 120).contains { $0.contains("UnprotectedPhotoLibrary.swift:115") })
    }
}
