import Foundation

// Two counters, two customers, and one seat, so that every interleaving can be run.

func unprotected() -> String { lastSeat { UnprotectedOffice(seats: $0, printer: $1) } }
func atomicProperty() -> String { lastSeat { AtomicPropertyOffice(seats: $0, printer: $1) } }
func atomicAdd() -> String { lastSeat { AtomicAddOffice(seats: $0, printer: $1) } }
func lock() -> String { lastSeat { LockOffice(seats: $0, printer: $1) } }
func serialQueue() -> String { lastSeat { SerialQueueOffice(seats: $0, printer: $1) } }
func mutex() -> String { lastSeat { MutexOffice(seats: $0, printer: $1) } }
func atomic() -> String { lastSeat { AtomicOffice(seats: $0, printer: $1) } }
func actor() async -> String { words(await Evening(counters: 2, seats: 1).sellWithActor()) }

func unordered() -> String { reading(UnorderedPoster()) }
func ordered() -> String { reading(OrderedPoster()) }

func allowed(_ outcome: String) -> Bool {
    ["1 ticket", "1 ticket, after a refused change", "not published yet", "30 euros"].contains(outcome)
}

private func lastSeat(_ makeOffice: (_ seats: Int, _ printer: Printer) -> BoxOffice) -> String {
    words(Evening(counters: 2, seats: 1).sell(makeOffice))
}

private func words(_ seen: Sales) -> String {
    if seen.ticketsForATakenSeat > 0 { return "2 tickets for seat 1" }
    if seen.ticketsWithoutASeat > 0 { return "tickets for seats 1 and 2, in a hall with 1 seat" }
    return seen.ticketsThrownAway > 0 ? "1 ticket, after a refused change" : "1 ticket"
}

/// A reader looks at the poster once.
private func reading(_ poster: some Poster) -> String {
    let published = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        poster.publish(price: 30)
        published.signal()
    }
    let price = poster.price
    published.wait()
    return price.map { "\($0) euros" } ?? "not published yet"
}
