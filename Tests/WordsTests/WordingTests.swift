import Testing
import Words

@Suite struct WordingTests {
    @Test("Durations have a suitable unit and three figures at most")
    func durations() {
        let expected: [(Int64, String)] = [
            (0, "0 ns"), (999, "999 ns"), (1_000, "1 µs"), (31_240, "31.2 µs"), (310_000, "0.31 ms"), (1_204_000, "1.2 ms"),
            (500_000_000, "500 ms"), (999_990_000, "1 s"), (99_990, "0.1 ms"), (1_250_000_000, "1.25 s"), (9_999_999, "10 ms"),
            (300_000_000_000, "300 s"),
            // The last that is not rounded up to the next unit, and the first that is.
            (99_949, "99.9 µs"), (99_955, "0.1 ms"), (999_499_999, "999 ms"), (999_500_000, "1 s"), (7_200_000_000_000, "7,200 s"),
            (-5, "0 ns"),
        ]
        for (time, text) in expected { #expect(Wording.duration(time) == text) }
        #expect(Wording.moment(1_204_300) == "+1.204 ms")
        #expect(Wording.moment(12_345_678_900) == "+12,345.678 ms")
    }

    @Test("A duration of an explored trace is a number of steps")
    func steps() {
        #expect(Wording.duration(1, steps: true) == "1 step")
        #expect(Wording.duration(1_200, steps: true) == "1,200 steps")
        #expect(Wording.moment(12, steps: true) == "step 12")
    }

    @Test("Decimals are rounded to the nearest, below zero too")
    func decimals() {
        #expect(Wording.decimal(1_234_567, unit: 1_000_000, decimals: 3) == "1.235")
        #expect(Wording.decimal(1_200_000, unit: 1_000_000, decimals: 3) == "1.200")
        #expect(Wording.decimal(1_200_000, unit: 1_000_000, decimals: 3, keepsZeros: false) == "1.2")
        #expect(Wording.decimal(-1_250_000, unit: 1_000_000, decimals: 1) == "-1.3")
        #expect(Wording.decimal(-4, unit: 1_000_000, decimals: 1) == "0.0")
    }

    @Test("Thousands are set apart, whatever the type of the number")
    func grouping() {
        #expect(
            [0, 7, 999, 1_000, 12_793, 1_000_000, -4_321, -999].map { Wording.grouped($0) } == [
                "0", "7", "999", "1,000", "12,793", "1,000,000", "-4,321", "-999",
            ])
        #expect(Wording.grouped(UInt32(81_920)) == "81,920")
    }

    @Test("A noun has its plural after every number but 1")
    func plurals() {
        #expect([0, 1, 2, 3_000].map { Wording.count($0, "item") } == ["0 items", "1 item", "2 items", "3,000 items"])
        #expect(Wording.count(2, "copy", "copies") == "2 copies")
        #expect(Wording.noun(1, "copy", "copies") == "copy")
    }

    @Test("Ordinals end as they are read")
    func ordinals() {
        let numbers = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 101, 111, 112]
        #expect(
            numbers.map(Wording.ordinal) == [
                "1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st", "111th", "112th",
            ])
    }

    @Test("A list has commas and one conjunction, and a short one ends with the number of the others")
    func lists() {
        #expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map { Wording.list($0) } == ["", "a", "a and b", "a, b and c"])
        #expect(Wording.list(["1", "2", "3"], "or") == "1, 2 or 3")
        #expect(Wording.shortList(["a", "b", "c"]) == "a, b and c")
        #expect(Wording.shortList(["a", "b", "c", "d"]) == "a, b and 2 more")
        #expect(Wording.shortList(["a", "b", "c"], limit: 2) == "a and 2 more")
        #expect(Wording.shortList([]) == "")
    }
}
