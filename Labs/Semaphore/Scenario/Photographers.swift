import Dispatch

/// Photographers who come to a darkroom, all at the same time.
public struct Photographers: Sendable {
    public var number: Int
    /// How many are certainly inside at once: so many wait for each other in there.
    public var meetInside: Int

    public init(number: Int, meetInside: Int) {
        self.number = number
        self.meetInside = meetInside
    }

    /// Each develops one photo, on a queue of his own: a thread that waits at a semaphore can do nothing else, so the queues must not
    /// have to share their threads.
    public func develop(in darkroom: some Darkroom) -> DarkroomReport {
        let inside = Crowd()
        let finished = Crowd()
        let rendezvous = Rendezvous(of: meetInside)
        let everybody = DispatchGroup()
        for photographer in 1...number {
            DispatchQueue(label: "photographer \(photographer)").async(group: everybody) {
                darkroom.develop {
                    inside.enter()
                    rendezvous.meet()
                    calculate(steps: 1_500_000)
                    inside.leave()
                }
                finished.enter()
            }
        }
        everybody.wait()
        return DarkroomReport(photographers: number, photosDeveloped: finished.most, mostInside: inside.most)
    }
}

/// What was seen in the darkroom.
public struct DarkroomReport: Codable, Sendable {
    public var photographers: Int
    public var photosDeveloped: Int
    /// The most that were inside at once.
    public var mostInside: Int
}
