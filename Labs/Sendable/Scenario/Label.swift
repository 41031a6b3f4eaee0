/// The bug: the label went to the laboratory with its roll, and the camera still writes on it. The Swift 6 mode refuses it.
@MainActor public func labelAfterwards() async -> Prints {
    let roll = Roll()
    let label = roll.label
    roll.expose()
    let laboratory = send(roll)
    label.number = 7
    return Prints(exposed: 1, developed: await laboratory.value, left: 0)
}
