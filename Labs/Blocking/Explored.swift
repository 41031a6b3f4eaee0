// The variants with few tasks, on a pool of two threads or of one, so that every interleaving can be run.

func semaphore() -> String {
    printAndWait(2)
    return "2 tasks ended"
}

func suspending() -> String { words(printAndSuspend(2)) }
func lockAcrossAwait() -> String {
    printWithLock(3)
    return "3 tasks ended"
}

func shortLock() -> String { words(printWithShortLock(2)) }
func queueSync() -> String { words(spoolInTasks(2)) }
func continuation() -> String { words(spoolWithContinuation(2)) }
func noYield() -> String { words(drawInTasks(2)) }

func allowed(_ outcome: String) -> Bool { ["2 tasks ended", "3 tasks ended"].contains(outcome) }

private func words(_ report: WorkReport) -> String { "\(report.done) tasks ended" }
