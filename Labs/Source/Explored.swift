// The lab's sources that the program feeds itself, in a form so small that every order of their steps can be tried.

func userData() throws -> String {
    let seen = try mergeData(Plan(pause: 0, burst: 2))
    let calls = seen.callsWhileBusy + seen.callsForBits + seen.callsForValue
    return "sum \(seen.sum), bits \(seen.bits), value \(seen.value) in \(calls) calls"
}
