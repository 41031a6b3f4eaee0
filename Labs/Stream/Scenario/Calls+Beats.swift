/// The beats of a metronome after its listener had left.
public struct BeatReport: Codable, Sendable {
    public var late: Int
}

@MainActor private func cancelListener(_ stream: (Metronome) -> AsyncStream<Int>) async -> BeatReport {
    let hasLeft = Meeting(of: 1), metronome = Metronome(hasLeft), listener = Listener(), beats = stream(metronome)
    let listening = Task(name: "listener") { await hear(beats, listener) }
    await listener.hasHeard()
    // The listener waits in `next()` then.
    try? await Task.sleep(for: .milliseconds(5))
    listening.cancel()
    await listening.value
    let before = metronome.beats
    hasLeft.arrive()
    await metronome.stops()
    return BeatReport(late: metronome.beats - before)
}

@MainActor public func cancelOnlyListener() async -> BeatReport { await cancelListener { beats(of: $0) } }
@MainActor public func cancelListenerAndMetronome() async -> BeatReport { await cancelListener { beatsWhileHeard(of: $0) } }

/// The loop ends with `break`.
@MainActor public func leaveLoop() async -> BeatReport {
    let hasLeft = Meeting(of: 1), metronome = Metronome(hasLeft), listener = Listener()
    let beats = await Task(name: "listener") { await listenToTwo(of: metronome, listener) }.value
    let before = metronome.beats
    hasLeft.arrive()
    await metronome.stops()
    return withExtendedLifetime(beats) { BeatReport(late: metronome.beats - before) }
}
