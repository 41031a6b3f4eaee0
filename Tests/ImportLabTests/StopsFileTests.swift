import TestSupport
import Testing

@testable import ImportScenario

@Suite("The file of stops", .startsProcesses) struct StopsFileTests {
    private func fields(_ bytes: [UInt8]) throws -> [String] {
        let line = try CSVLine(bytes[...])
        return (0..<line.count).map { line[$0] }
    }

    private func fields(_ text: String) throws -> [String] { try fields(Array(text.utf8)) }

    @Test("Fields are separated by commas; a field in quotes can contain commas and quotes")
    func fields() throws {
        #expect(try fields("a,b,c") == ["a", "b", "c"])
        #expect(try fields("") == [""])
        #expect(try fields(",,") == ["", "", ""])
        #expect(try fields("\"a,b\",c") == ["a,b", "c"])
        #expect(try fields("\"Berlin, \"\"Zoo\"\"\",\"\"") == ["Berlin, \"Zoo\"", ""])
        #expect(try fields("\"\"\"\",\"a\"\"\"\"\"\"b\",") == ["\"", "a\"\"\"b", ""])
        #expect(try fields("a, b ,\"c\"") == ["a", " b ", "c"])
        #expect(try fields("Königs Wusterhausen,\"Straße, Süd\"") == ["Königs Wusterhausen", "Straße, Süd"])
    }

    @Test("A quote at a wrong place is refused, and so is text that is not UTF-8")
    func refusals() {
        #expect(throws: BadLine.quoteNotClosed) { try fields("a,\"b,c") }
        #expect(throws: BadLine.quoteNotClosed) { try fields("\"") }
        #expect(throws: BadLine.textAfterQuote) { try fields("\"a\"b,c") }
        #expect(throws: BadLine.quoteInsideField) { try fields("a\"b\",c") }
        #expect(throws: BadLine.brokenText) { try fields([0xC3, 0x28]) }
        // Half of a character, at the end of a field.
        #expect(throws: BadLine.brokenText) { try fields([0x61, 0xE2, 0x82, 0x2C, 0x62]) }
    }

    private func stops(_ text: String) -> [Result<Stop, BadLine>] {
        StopsFile(text.utf8).lines.map { line in
            do { return .success(try Stop(line)) } catch { return .failure(error as! BadLine) }
        }
    }

    @Test("A stop needs five fields, an id, and a place")
    func stop() {
        let good = Stop(id: "1", name: "A, b", latitude: 52.5, longitude: -13.25)
        #expect(stops("h\n1,,\"A, b\",,52.5,-13.25,,,0,\n") == [.success(good)])
        #expect(stops("h\n1,,A,52.5\n") == [.failure(.tooFewFields(4))])
        #expect(stops("h\n1,,A,,52.5\n") == [.failure(.noPlace)])
        #expect(stops("h\n1,,A,,north,13\n") == [.failure(.noPlace)])
        #expect(stops("h\n,,A,,52.5,13\n") == [.failure(.noIdentifier)])
    }

    @Test("Windows line ends, empty lines and a last line without an end are read; lines keep their numbers")
    func lineEnds() {
        let file = StopsFile("header\r\n1,,A,,1,1\r\n\r\n\n2,,B,,1,1".utf8)
        #expect(file.lines.map(\.number) == [2, 5])
        #expect(file.lines.compactMap { try? Stop($0).name } == ["A", "B"])
        for text in ["", "header", "header\n", "\n\n"] { #expect(StopsFile(text.utf8).lines.isEmpty) }
    }

    @Test("Batches have the given size, the last one has the rest, and they continue after a line")
    func batches() {
        let file = StopsFile(("header\n" + (1...10).map { "\($0),,A,,1,1\n" }.joined()).utf8)
        func sizes(_ size: Int, after line: Int) -> [[Int]] { file.batches(of: size, after: line).map { $0.map(\.number) } }
        #expect(sizes(4, after: 0) == [[2, 3, 4, 5], [6, 7, 8, 9], [10, 11]])
        #expect(sizes(4, after: 9) == [[10, 11]])
        #expect(sizes(.max, after: 5) == [[6, 7, 8, 9, 10, 11]])
        #expect(sizes(1, after: 11).isEmpty && sizes(1, after: 99).isEmpty)
    }
}
