/// The contents of a variable of an explored program at one moment.
public struct VariableValue: Hashable, Sendable {
    /// In nanoseconds since the trace's start (explorer: steps).
    public var time: Int64
    /// The number of the variable.
    public var variable: UInt64
    /// The value that an access finds; nil: not known.
    public var found: String?
    /// The value that a change leaves; nil: not known.
    public var left: String?
    /// How the variable is accessed; nil: it is changed by accesses that the trace does not have.
    public var access: Access?

    public enum Access: Sendable {
        case read, written
        /// An atomic access that reads and writes.
        case updated
    }

    public init(time: Int64, variable: UInt64, found: String? = nil, left: String? = nil, access: Access? = nil) {
        self.time = time
        self.variable = variable
        self.found = found
        self.left = left
        self.access = access
    }

    /// The value after this moment; nil: not known.
    public var value: String? { access == .read ? found : left }
}

extension Trace {
    /// The values of an access that happens at a moment; nil if there is none.
    public func value(at time: Int64) -> VariableValue? {
        var low = 0, high = values.count
        while low < high {
            let middle = (low + high) / 2
            if values[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return values.indices.contains(low) && values[low].time == time && values[low].access != nil ? values[low] : nil
    }

    /// The moments of the steps whose order decides that the run fails, or else those at which the failure shows.
    public var decidingMoments: [Int64] {
        let deciding = meanings.filter { $0.value.contains(.decides) }
        return (deciding.isEmpty ? meanings.filter { $0.value.contains(.fails) } : deciding).keys.sorted()
    }

    /// The moment at which an explored run fails: when it shows last, or else the last step whose order decides it. nil: it does not fail,
    /// or it is not known where.
    public var failureMoment: Int64? {
        let failing = meanings.filter { $0.value.contains(.fails) }.keys.max()
        return failing ?? meanings.filter { $0.value.contains(.decides) }.keys.max()
    }
}
