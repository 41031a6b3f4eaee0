/// The bug: the roll is in the laboratory, and the camera exposes another photo. The Swift 6 mode refuses it.
@MainActor public func exposeAfterwards(_ meeting: Meeting? = nil) async -> Prints {
    let roll = Roll(meeting)
    roll.expose()
    let laboratory = send(roll)
    meeting?.meet()
    roll.expose()
    meeting?.meet()
    return Prints(exposed: 2, developed: await laboratory.value, left: roll.photos)
}
