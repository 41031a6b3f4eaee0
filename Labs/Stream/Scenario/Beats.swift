/// The bug: the task is not a child of the task that reads the stream. So the cancellation of that one does not reach it.
func beats(of metronome: Metronome) -> AsyncStream<Int> {
    AsyncStream { continuation in
        Task(name: "metronome") {
            while let beat = await metronome.nextBeat() {
                continuation.yield(beat)
            }
            continuation.finish()
        }
    }
}

/// The fix: the stream cancels its task when it is no longer read.
func beatsWhileHeard(of metronome: Metronome) -> AsyncStream<Int> {
    AsyncStream { continuation in
        let beating = Task(name: "metronome") {
            while let beat = await metronome.nextBeat() {
                continuation.yield(beat)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in beating.cancel() }
    }
}

func hear(_ beats: AsyncStream<Int>, _ listener: Listener) async {
    for await beat in beats { listener.hear(beat) }
}

/// The loop has ended, and the stream is still there: it can be read again.
func listenToTwo(of metronome: Metronome, _ listener: Listener) async -> AsyncStream<Int> {
    let beats = beatsWhileHeard(of: metronome)
    for await beat in beats {
        listener.hear(beat)
        if beat == 2 { break }
    }
    return beats
}
