import Dispatch
import Synchronization

/// The tickets of an evening.
public struct Sales: Codable, Sendable {
    public var customers: Int
    /// The seats on the customers' tickets, in the order of the numbers.
    public var seatsSold: [Int]
    /// Tickets for a seat that another ticket already has.
    public var ticketsForATakenSeat: Int
    /// Tickets for a seat that the hall does not have.
    public var ticketsWithoutASeat: Int
    /// Tickets that were printed, and not sold.
    public var ticketsThrownAway: Int
    public var mostPrintingAtOnce: Int
    /// The most counters that were blocked while another counter printed; nil without a meeting.
    public var mostBlocked: Int?

    public var ticketsSold: Int { seatsSold.count }

    init(_ tickets: [Int?], seats: Int, _ printer: Printer, _ meeting: Meeting?) {
        customers = tickets.count
        seatsSold = tickets.compactMap { $0 }.sorted()
        ticketsForATakenSeat = seatsSold.count - Set(seatsSold).count
        ticketsWithoutASeat = seatsSold.count { $0 > seats }
        ticketsThrownAway = printer.ticketsPrinted - seatsSold.count
        mostPrintingAtOnce = printer.mostAtOnce
        mostBlocked = meeting?.blocked()
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
        func serve(customer: Int) {
            DispatchQueue(label: "counter \(customer)").async(group: everybody) {
                meeting?.arrive()
                let ticket = office.sell()
                meeting?.leave()
                tickets.withLock { $0.append(ticket) }
            }
        }
        for customer in 1...counters { serve(customer: customer) }
        everybody.wait()
        return Sales(tickets.withLock { $0 }, seats: seats, printer, meeting)
    }

    /// The same with an actor. Each counter is a task.
    public func sellWithActor(meeting: Meeting? = nil) async -> Sales {
        let printer = Printer(meeting: meeting)
        let office = ActorOffice(seats: seats, printer: printer)
        @Sendable func serve() async -> Int? {
            meeting?.arrive()
            let ticket = await office.sell()
            meeting?.leave()
            return ticket
        }
        let tickets = await withTaskGroup(of: Int?.self) { counters in
            for _ in 1...self.counters { counters.addTask { await serve() } }
            return await counters.reduce(into: []) { $0.append($1) }
        }
        return Sales(tickets, seats: seats, printer, meeting)
    }
}
