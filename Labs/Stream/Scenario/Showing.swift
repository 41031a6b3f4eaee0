/// After a cancellation, this loop still shows what is in the buffer.
func show(_ readings: AsyncStream<Int>, on screen: Screen) async {
    for await reading in readings {
        await screen.show(reading)
    }
}

/// The fix: the task looks before each reading.
func showUntilCancelled(_ readings: AsyncStream<Int>, on screen: Screen) async {
    for await reading in readings {
        if Task.isCancelled { break }
        await screen.show(reading)
    }
}
