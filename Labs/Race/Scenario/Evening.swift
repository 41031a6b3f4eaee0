import Dispatch
import Synchronization

/// The tickets of an evening.
public struct Sales: Codable, Sendable {
    public var customers: Int
    /// Customers who got a ticket.
    public var ticketsSold: Int
    /// Tickets for a seat that another ticket already has.
    public var ticketsForATakenSeat: Int
    /// Tickets for a seat that the hall does not have.
    public var ticketsWithoutASeat: Int
    public var mostPrintingAtOnce: Int

    public init(_ tickets: [Int?], seats: Int, mostPrintingAtOnce: Int) {
        let sold = tickets.compactMap { $0 }
        customers = tickets.count
        ticketsSold = sold.count
        ticketsForATakenSeat = sold.count - Set(sold).count
        ticketsWithoutASeat = sold.count { $0 > seats }
        self.mostPrintingAtOnce = mostPrintingAtOnce
    }
}

/// The last evening of the sale: as many customers as counters, and fewer seats.
public struct Evening: Sendable {
    public var counters: Int
    public var seats: Int

    public init(counters: Int, seats: Int) {
        self.counters = counters
        self.seats = seats
    }

    /// Each counter is a serial queue of its own, and serves one customer.
    public func sell(meeting: Meeting? = nil, _ makeOffice: (_ seats: Int, _ printer: Printer) -> BoxOffice) -> Sales {
        let printer = Printer(meeting: meeting)
        let office = makeOffice(seats, printer)
        let tickets = Mutex<[Int?]>([])
        let everybody = DispatchGroup()
        for number in 1...counters {
            DispatchQueue(label: "counter \(number)").async(group: everybody) {
                let ticket = office.sell()
                tickets.withLock { $0.append(ticket) }
            }
        }
        everybody.wait()
        return Sales(tickets.withLock { $0 }, seats: seats, mostPrintingAtOnce: printer.mostAtOnce)
    }

    /// The same with an actor. Each counter is a task.
    public func sellWithActor() async -> Sales {
        let printer = Printer()
        let office = ActorOffice(seats: seats, printer: printer)
        let tickets = await withTaskGroup(of: Int?.self) { counters in
            for _ in 1...self.counters { counters.addTask { await office.sell() } }
            return await counters.reduce(into: []) { $0.append($1) }
        }
        return Sales(tickets, seats: seats, mostPrintingAtOnce: printer.mostAtOnce)
    }
}
