/// The order in which operations were added to a queue, and the order in which they ran.
public struct QueueObservations: Codable, Sendable {
    public var added: [String]
    public var ran: [String]
}

/// The same for a photo that is downloaded and filtered.
public struct PhotoObservations: Codable, Sendable {
    public var added: [String]
    public var ran: [String]
    public var photosFiltered: Int

    /// Filters that ran before the download.
    public var filtersTooEarly: Int {
        guard let filter = ran.firstIndex(of: "filter"), let download = ran.firstIndex(of: "download") else { return 0 }
        return filter < download ? 1 : 0
    }
}

/// The report of the spacecraft's computer.
public struct Mission: Codable, Sendable {
    public var cycles: Int
    /// Cycles in which the watchdog found that the bus task was late.
    public var resets: Int
    /// For each cycle: how long the bus task waited for the bus, in milliseconds.
    public var waits: [Double]
}
