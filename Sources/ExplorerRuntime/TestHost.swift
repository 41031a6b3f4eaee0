import Explorer
import Glibc

// A file that is compiled with a package's tests (`TestHostFile` in Packages) calls these functions. It runs Swift Testing as usual, on
// threads that are not explored. Only the body of the wanted test is explored, on the thread on which Swift Testing calls it.

/// The order for this process; read before any test's code runs.
private enum TestOrder {
    nonisolated(unsafe) static var channel: Channel?
    nonisolated(unsafe) static var order: ExplorationRequest?
}

/// Reads the order. From then on, output of the tests is discarded.
/// - Returns: false if there is none.
@_silgen_name("interleave_test_begin")
public func beginTest() -> Bool {
    let channel = Channel()
    TestOrder.channel = channel
    TestOrder.order = channel.order()
    if TestOrder.order == nil { channel.complain("This program is run by: interleave test\n") }
    return TestOrder.order != nil
}

/// Tells the process that started this one something about the test.
@_silgen_name("interleave_test_notice")
public func noticeTest(_ notice: String) {
    let line = notice.replacing("\n", with: "\u{2028}")
    if let order = TestOrder.order { TestOrder.channel?.send(notice: line, secret: order.secret) }
}

/// Explores the body of a test.
/// - Parameters:
///   - begin: called before each execution.
///   - body: the test; a task on the main actor runs it. The task has the values of the calling task.
///   - outcome: of the execution that has ended; it throws what has failed.
@_silgen_name("interleave_test_explore")
public func exploreTest(begin: @escaping () -> Void, body: @escaping () async -> Void, outcome: @escaping () throws -> String) -> Never {
    let shared = SharedTest(body: body), values = TaskValues()
    var program = ExploredProgram(
        body: {
            begin()
            values.inherit()
            Task { @MainActor in await shared.body() }
        }, conclude: { (try outcome(), true) })
    program.isAsynchronous = true
    explore(program)
}

/// The threads of the explored program take turns on one real thread, so no two use it at the same time.
private struct SharedTest: @unchecked Sendable { let body: () async -> Void }

private func explore(_ program: ExploredProgram) -> Never {
    guard let channel = TestOrder.channel, let order = TestOrder.order else { _exit(64) }
    Limits.set(memory: order.memory)
    Watchdog.confine(to: nil)
    Watchdog.endAtRequest()
    Watchdog.noticeOtherThreads()
    Watchdog.stopTasksOfThisThread(after: 5)
    Exploration(program, channel, order).run()
}
