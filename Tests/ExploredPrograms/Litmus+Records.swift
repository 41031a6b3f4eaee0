import Synchronization

/// What the runtime keeps of a task (its children, its groups, handlers of its cancellation) and whoever cancels the task meanwhile.
extension Litmus {
    public static let ofRecords: [Litmus] = [
        Litmus("a task may be cancelled behind its group", ["no", "yes"]) {
            cancelled { story in
                await withTaskGroup(of: Void.self) { $0.addTask {} }
                litmusDelay()
                story.tell(Task.isCancelled ? "yes" : "no")
            }
        },
        Litmus("a task may be cancelled behind its child that had one itself", ["no", "yes"]) {
            cancelled { story in
                async let child: Void = {
                    async let grandchild: Void = {}()
                    await grandchild
                }()
                await child
                litmusDelay()
                story.tell(Task.isCancelled ? "yes" : "no")
            }
        },
        Litmus("a handler is called before its scope is left, child and all, or not at all", ["left", "called left"]) {
            cancelled { story in
                await withTaskCancellationHandler {
                    async let child: Void = {}()
                    await child
                    litmusDelay()
                } onCancel: {
                    story.tell("called")
                }
                story.tell("left")
            }
        },
        Litmus("a task may know that it is cancelled before its group does", ["no no", "no yes", "yes no", "yes yes"]) {
            cancelled { story in
                await withTaskGroup(of: Void.self) { group in
                    litmusDelay()
                    story.tell(Task.isCancelled ? "yes" : "no")
                    story.tell(group.isCancelled ? "yes" : "no")
                }
            }
        },
        Litmus("what a task has done before comes before its handler", ["work", "7 work", "work 7"]) {
            cancelled { story in
                let box = Box()
                box.value = 7
                await withTaskCancellationHandler {
                    litmusDelay()
                    story.tell("work")
                } onCancel: {
                    story.tell("\(box.value)")
                }
            }
        },
    ]

    private final class Box: @unchecked Sendable { var value = 0 }

    /// What a task tells that is cancelled meanwhile.
    private static func cancelled(_ body: @escaping @Sendable (Story) async -> Void) -> String {
        let story = Story()
        let task = Task.detached { await body(story) }
        finish {
            litmusDelay()
            task.cancel()
            await task.value
        }
        return story.text
    }
}
