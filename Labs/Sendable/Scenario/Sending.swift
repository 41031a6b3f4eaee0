/// The fix: the camera gives the roll away after the last photo. Only one thread uses it at a time, so it needs no lock.
@MainActor public func exposeBefore() async -> Prints {
    let roll = Roll()
    roll.expose()
    roll.expose()
    let laboratory = send(roll)
    return Prints(exposed: 2, developed: await laboratory.value, left: 0)
}
