// The calls of the lab, so that every interleaving can be run. The task is cancelled at any moment: before its continuation is stored, or
// after that.

func neverResumed() async -> String { await pageOrSilence(from: Scanner(.fails)) }
func everyPath() async -> String { await words { try await page(from: Scanner(.fails)) } }
func resumedTwice() async -> String { await words { try await page(from: Scanner(.succeedsTwice)) } }
func exactlyOnce() async -> String { await words { try await firstPage(from: Scanner(.failsTwice)) } }
func resumedInside() async -> String { await words { try await page(from: Scanner(.succeedsInside)) } }
func overwritten() async -> String { await twoCallers(LastCaller()) }
func everyCaller() async -> String { await twoCallers(EveryCaller()) }
func lostCancellation() async -> String { await cancelled(LostCancellation()) }
func keptCancellation() async -> String { await cancelled(KeptCancellation()) }

func allowed(_ outcome: String) -> Bool { ["failure", "page 1", "2 and 2 pages", "cancelled"].contains(outcome) }

private func words(_ ask: () async throws -> String) async -> String {
    do { return try await ask() } catch { return "failure" }
}

private func cancelled(_ door: some Door) async -> String {
    let task = Task { try await door.wait() }
    task.cancel()
    _ = await task.result
    return "cancelled"
}

@MainActor private func twoCallers(_ reader: some DocumentReader) async -> String {
    let first = Task { await reader.document() }, second = Task { await reader.document() }
    Task { scan(for: reader) }
    return "\(await first.value.count) and \(await second.value.count) pages"
}
