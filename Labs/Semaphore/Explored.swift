import Foundation

// The lab's situations in a form so small that every order of their steps can be tried.
// What they need beside the code in question is in the folder `Explored`: an answer that comes at any moment, or never, in place of a server.

func semaphore() -> String { test("photo") }
func neverAnswers() -> String { test("silence") }

func noLimit() throws -> String { try develop(in: OpenDarkroom()) }
func limit2() throws -> String { try develop(in: DarkroomForTwo()) }

func philosophers() -> String { dinner(LeftForkFirst()) }
func philosophersOrdered() -> String { dinner(OrderedForks()) }
func philosophersWaiter() -> String { dinner(Waiter(philosophers: 3)) }

/// A test waits for an answer, until its patience is over.
private func test(_ name: String) -> String {
    let report = DownloadTests().runSemaphoreTest(URL(fileURLWithPath: "/\(name)"), patience: 1)
    return report.failures.first ?? "passed: \(report.bytes) bytes"
}

/// There are two enlargers.
struct TooMany: Error, CustomStringConvertible {
    let number: Int
    var description: String { "\(number) photographers are at two enlargers" }
}

/// Three photographers come at the same time.
private func develop(in darkroom: some Darkroom) throws -> String {
    let most = Photographers(number: 3, meetInside: 0).develop(in: darkroom).mostInside
    if most > 2 { throw TooMany(number: most) }
    return "at most \(most) at once"
}

/// Three philosophers eat once.
private func dinner(_ etiquette: some Etiquette) -> String {
    let report = Dinner(philosophers: 3, meals: 1, meetWithOneFork: 0).run(etiquette)
    return "\(report.meals) meals, \(report.mealsWithASharedFork) with a shared fork"
}
