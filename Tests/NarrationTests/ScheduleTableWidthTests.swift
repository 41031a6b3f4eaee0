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

    @Test("The name of a file has a line of its own above its rows, and the numbers of the lines stay", arguments: [(2, 80), (0, 120)])
    func position(_ variables: Int, _ width: Int) {
        let lines = table(variables).lines(width: width).map { $0.split(separator: " ").joined(separator: " ") }
        let page = lines.joined(separator: "\n")
        #expect(lines.contains("UnprotectedPhotoLibrary.swift") && lines.contains("Explored.swift"), "\(page)")
        #expect(lines.count { $0.hasPrefix("▸ 115 photos = found + [photo]") } == 3, "\(page)")
        #expect(lines.contains { $0.hasPrefix("7 let found = photos") }, "\(page)")
    }
}
