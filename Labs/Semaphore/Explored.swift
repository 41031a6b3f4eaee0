import Foundation

// Small versions of the lab's situations, so that every interleaving can be run. The folder `Explored`
// has the other code that they need: in place of a server, an answer that comes at any moment, or
// never.

func semaphore() -> String { test("photo") }
func neverAnswers() -> String { test("silence") }

func noLimit() throws -> String { try develop(in: OpenDarkroom()) }
func limit2() throws -> String { try develop(in: DarkroomForTwo()) }

func philosophers() -> String { dinner(LeftForkFirst()) }
func philosophersOrdered() -> String { dinner(OrderedForks()) }
func philosophersWaiter() -> String { dinner(Waiter(philosophers: 3)) }

/// A test waits for an answer, with a timeout.
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
    return "at most \(most) at the same time"
}

/// Three philosophers eat once.
private func dinner(_ etiquette: some Etiquette) -> String {
    let report = Dinner(philosophers: 3, meals: 1, meetWithOneFork: 0).run(etiquette)
    return "\(report.meals) meals, \(report.mealsWithASharedFork) with a shared fork"
}
