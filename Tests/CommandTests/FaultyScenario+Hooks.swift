/// Programs that set a hook of the Swift runtime, with which they decide themselves where their tasks run.
extension FaultyScenario {
    static let executorHooks: [FaultyScenario] = [
        .init(
            "all tasks on the main actor, as test helpers do it",
            """
            import Foundation
            typealias Original = @convention(thin) (UnownedJob) -> Void
            typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
            struct Unchecked<Value>: @unchecked Sendable { var value: Value }
            let word = Unchecked(value: dlsym(dlopen(nil, 0), "swift_task_enqueueGlobal_hook").assumingMemoryBound(to: Hook?.self))
            var usesMainActor: Bool {
                get { word.value.pointee != nil }
                set { word.value.pointee = newValue ? { job, _ in MainActor.shared.enqueue(job) } : nil }
            }
            func scenario() async -> Int {
                usesMainActor = true
                return await Task { 1 }.value
            }

            """, ":8", "swift_task_enqueueGlobal_hook", "decides itself where its tasks run"),
        .init(
            "a hook for tasks that sleep", unseen("swift_task_enqueueGlobalWithDelay_hook"), ":10", "swift_task_enqueueGlobalWithDelay_hook"
        ),
        .init("a hook for the main actor", unseen("swift_task_enqueueMainExecutor_hook"), ":10", "swift_task_enqueueMainExecutor_hook"),
    ]

    /// Sets a hook as a function of the C library does it, of which the explorer does not see the write.
    private static func unseen(_ hook: String) -> String {
        """
        import Foundation
        typealias Job = @convention(thin) (UnownedJob) -> Void
        func hook() {
            var function: Job? = { _ in }
            let word = dlsym(dlopen(nil, 0), "\(hook)")!
            _ = memcpy(word, &function, 8)
        }
        func scenario() async -> Int {
            hook()
            let task = Task { 1 }
            return await task.value
        }

        """
    }
}
