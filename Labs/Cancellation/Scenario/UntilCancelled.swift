/// Suspends the task until it is cancelled.
func untilCancelled() async {
    let cancellation = Meeting(of: 1)
    await withTaskCancellationHandler {
        await cancellation.wait()
    } onCancel: {
        cancellation.arrive()
    }
}
