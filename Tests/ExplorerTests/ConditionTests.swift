import Testing

@testable import Explorer

/// The tasks that a condition's signals wake.
@Suite struct ConditionTests {
    @Test("A signal is for the tasks that slept when it was given: a task that wakes and sleeps again leaves it to the others")
    func signals() {
        var objects = SharedObjects()
        defer { objects.deallocate() }
        let condition = objects.index(of: 1).index
        objects.sleep(1, on: condition)
        objects.signal(condition)
        objects.sleep(2, on: condition)
        objects.signal(condition)
        let usesFirst = objects.wake(1, on: condition)
        objects.sleep(1, on: condition)
        let usesSecond = objects.wake(1, on: condition)
        let isLeftToOther = objects.wake(2, on: condition)
        #expect(usesFirst && !usesSecond && isLeftToOther)
    }

    @Test("One signal wakes either of two sleeping tasks, and two signals wake both")
    func either() {
        for first in [1, 2] {
            var objects = SharedObjects()
            defer { objects.deallocate() }
            let condition = objects.index(of: 1).index
            objects.sleep(1, on: condition)
            objects.sleep(2, on: condition)
            objects.signal(condition)
            let isWoken = objects.wake(first, on: condition), isOtherWoken = objects.wake(3 - first, on: condition)
            #expect(isWoken && !isOtherWoken)
        }
    }
}
