// A small version of the lab's user-data sources, so that every interleaving can be run.

func userData() throws -> String {
    let seen = try mergeData(Plan(pause: 0, burst: 2))
    let calls = seen.callsWhileBusy + seen.callsForBits + seen.callsForValue
    return "sum \(seen.sum), bits \(seen.bits), value \(seen.value) in \(calls) calls"
}
