import Foundation

// Small versions of the lab's situations, so that every interleaving can be run. `blocking` and
// `tasks-blocking` run on a pool of two threads that cannot grow, `tasks-awaiting` on one thread.

func blocking() -> String { "\(fetchOnPool(2, growth: Growth(of: 0)).photos) photos" }

func serialQueues() -> String { words(fetchOnManyQueues(2)) }
func semaphoreInside() -> String { words(fetchWithSemaphoreInside(2, limit: 1, meeting: nil)) }
func targetQueues() -> String { words(fetchOnTargets(2, targets: 1)) }
func asynchronous() -> String { words(fetchAsynchronously(2)) }

func tasksBlocking() { waitInTasks(2) }
func tasksAwaiting() async -> String { "\(await awaitInTasks(1).tasks) tasks" }

private func words(_ report: PoolReport) -> String { "\(report.photos) photos" }
