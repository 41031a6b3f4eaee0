import Words
import Trace

/// The marks of a time axis: round moments, so far apart that their labels fit.
struct Ticks: Equatable, Sendable {
    struct Tick: Equatable, Sendable {
        var column: Int
        var label: String
    }

    var ticks: [Tick]
    /// Nanoseconds between two marks: 1, 2 or 5 times a power of ten.
    var step: Int64

    init(_ scale: TimeScale, isSteps: Bool, style: Style) {
        let plain = scale.segments.filter { !$0.isFolded }
        // A margin that is too narrow for a label, such as one after a long fold, does not affect
        // the unit.
        let last = plain.last { $0.columns >= 8 }?.end ?? scale.end
        var step: Int64 = 1
        var unit = MomentUnit.nanosecond
        var decimals = 0
        // A step is wide enough when the longest label and two blanks fit into it.
        for candidate in Self.steps {
            step = candidate
            (unit, decimals) = isSteps ? (.step, 0) : Self.unit(step, last: last)
            let longest = Self.label(scale.end, unit, decimals, style)
            if Double(step) / scale.nanosecondsPerColumn >= Double(displayWidth(longest) + 2) { break }
        }
        self.step = step
        ticks = []
        for segment in plain {
            var moment = segment.start / step * step
            if moment < segment.start { moment += step }
            while moment <= segment.end, ticks.count < scale.columns {
                let column = Int(scale.position(moment))
                // The first moment after a fold belongs to the right of it.
                if column < segment.firstColumn + segment.columns {
                    ticks.append(Tick(column: column, label: Self.label(moment, unit, decimals, style)))
                }
                moment += step
            }
        }
    }

    private static let steps: [Int64] = {
        var steps: [Int64] = []
        var power: Int64 = 1
        for _ in 0..<18 {
            steps += [power, 2 * power, 5 * power]
            power *= 10
        }
        return steps
    }()

    /// The unit that needs few digits, and the decimals that distinguish one step from the next.
    private static func unit(_ step: Int64, last: Int64) -> (MomentUnit, Int) {
        let units: [MomentUnit] = [.second, .millisecond, .microsecond, .nanosecond]
        for unit in units where last >= unit.nanoseconds {
            var decimals = 0
            var size = unit.nanoseconds
            while step < size, decimals < 3 {
                size /= 10
                decimals += 1
            }
            if step >= size { return (unit, decimals) }
        }
        return (.nanosecond, 0)
    }

    private static func label(_ moment: Int64, _ unit: MomentUnit, _ decimals: Int, _ style: Style) -> String {
        if unit == .step { return "step \(moment)" }
        let name = style.isASCII ? SafeText.ascii(unit.name) : unit.name
        if moment == 0 { return "0 " + name }
        return Wording.decimal(moment, unit: unit.nanoseconds, decimals: decimals) + " " + name
    }
}
