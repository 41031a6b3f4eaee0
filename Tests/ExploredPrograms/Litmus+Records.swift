import Synchronization

/// A Swift task's status records (its children, its groups, its cancellation handlers) and a
/// concurrent cancellation.
extension Litmus {
    public static let ofRecords: [Litmus] = [
        Litmus("a task can be cancelled after its group", ["no", "yes"]) {
            cancelled { story in
                await withTaskGroup(of: Void.self) { $0.addTask {} }
                litmusDelay()
                story.tell(Task.isCancelled ? "yes" : "no")
            }
        },
        Litmus("a task can be cancelled after its child, which has a child too", ["no", "yes"]) {
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
        Litmus("a handler is called before its scope, with a child in it, is left, or not at all", ["left", "called left"]) {
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
        Litmus("a task can see that it is cancelled before its group does", ["no no", "no yes", "yes no", "yes yes"]) {
            cancelled { story in
                await withTaskGroup(of: Void.self) { group in
                    litmusDelay()
                    story.tell(Task.isCancelled ? "yes" : "no")
                    story.tell(group.isCancelled ? "yes" : "no")
                }
            }
        },
        Litmus("a task's earlier work comes before its handler", ["work", "7 work", "work 7"]) {
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

    /// The story of a Swift task that is cancelled meanwhile.
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
