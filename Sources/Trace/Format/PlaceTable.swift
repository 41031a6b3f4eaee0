/// The places of a trace, each once.
struct PlaceTable {
    private(set) var places: [Trace.Place] = []
    private var indices: [Key: Int32] = [:]
    /// Most records share the place of the one before them.
    private var last = Key(call: 0, closure: 0)
    private var lastIndex: Int32 = -1

    private struct Key: Hashable {
        var call: UInt64
        var closure: UInt64
    }

    /// The index of a place, which is added when it is new.
    mutating func index(call: UInt64, closure: UInt64) -> Int32 {
        let key = Key(call: call, closure: closure)
        if key == last, lastIndex >= 0 { return lastIndex }
        last = key
        if let known = indices[key] {
            lastIndex = known
        } else {
            lastIndex = Int32(places.count)
            indices[key] = lastIndex
            places.append(Trace.Place(callAddress: call, closureAddress: closure))
        }
        return lastIndex
    }
}
