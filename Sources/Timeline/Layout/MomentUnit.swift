/// The unit of all moments of one drawing or table.
struct MomentUnit: Equatable, Sendable {
    var nanoseconds: Int64
    var name: String

    static let step = MomentUnit(nanoseconds: 1, name: "step")
    static let nanosecond = MomentUnit(nanoseconds: 1, name: "ns")
    static let microsecond = MomentUnit(nanoseconds: 1_000, name: "µs")
    static let millisecond = MomentUnit(nanoseconds: 1_000_000, name: "ms")
    static let second = MomentUnit(nanoseconds: 1_000_000_000, name: "s")
}
