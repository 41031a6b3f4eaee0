import Words
import Testing
import Trace

@testable import Timeline

@Suite("The time axis") struct TimeScaleTests {
    @Test("Moments ascend from the left edge to the right one, with and without folds", arguments: [29, 77, 388])
    func monotonic(_ columns: Int) {
        for idle in [[], [100..<900_000], [100..<400_000, 400_100..<900_000]] as [[Range<Int64>]] {
            let scale = TimeScale(from: 0, to: 1_000_000, columns: columns, idle: idle)
            #expect(scale.columns == columns)
            #expect(scale.position(0) == 0)
            #expect(scale.position(1_000_000) == Double(columns))
            var last = 0.0
            for moment in stride(from: Int64(0), through: 1_000_000, by: 997) {
                let position = scale.position(moment)
                #expect(position >= last)
                last = position
            }
        }
    }

    @Test("A long idle stretch is folded into three columns; one that saves little is not")
    func folding() {
        let folded = TimeScale(from: 0, to: 1_000_000, columns: 80, idle: [100_000..<900_000])
        #expect(folded.folds.count == 1)
        #expect(folded.folds[0].columns == 3)
        #expect(folded.folds[0].start >= 100_000 && folded.folds[0].end <= 900_000)
        #expect(TimeScale(from: 0, to: 1_000_000, columns: 80, idle: [100_000..<400_000]).folds.isEmpty)
    }

    @Test("Marks are at 1, 2 or 5 times a power of ten, in one unit, and their labels never touch")
    func ticks() {
        var random = SplitMix(seed: 7)
        for _ in 0..<2_000 {
            let start = Int64(random.next() % 10_000_000_000)
            let length = Int64(1) << Int64(random.next() % 42)
            let columns = 28 + Int(random.next() % 360)
            let scale = TimeScale(from: start, to: start + length, columns: columns)
            let ticks = Ticks(scale, isSteps: false, style: .plain)
            var leading = ticks.step
            while leading % 10 == 0 { leading /= 10 }
            #expect([1, 2, 5].contains(leading))
            for (first, second) in zip(ticks.ticks, ticks.ticks.dropFirst()) {
                #expect(first.column + displayWidth(first.label) < second.column)
                #expect(first.label != second.label)
            }
        }
    }

    @Test(
        "A moment is labelled without needless digits",
        arguments: [
            (1_000, ["0 µs", "0.2 µs"]), (1_200_000, ["0 ms", "0.2 ms"]), (3_000_000_000, ["0 s", "0.5 s"]), (40, ["0 ns", "5 ns"]),
        ] as [(Int64, [String])])
    func labels(_ length: Int64, _ expected: [String]) {
        let ticks = Ticks(TimeScale(from: 0, to: length, columns: 70), isSteps: false, style: .plain)
        #expect(Array(ticks.ticks.map(\.label).prefix(2)) == expected)
    }

    @Test("An instant has an axis too")
    func instant() {
        let scale = TimeScale(from: 5, to: 5, columns: 40)
        #expect(scale.column(5) == 0)
        #expect(!Ticks(scale, isSteps: false, style: .plain).ticks.isEmpty)
    }
}
