import Dispatch

/// Photographers that use a darkroom, all at the same time.
public struct Photographers: Sendable {
    public var number: Int
    /// The number of photographers that wait for each other inside, so that they are certain to
    /// overlap.
    public var meetInside: Int

    public init(number: Int, meetInside: Int) {
        self.number = number
        self.meetInside = meetInside
    }

    /// Each develops one photo, on their own queue. A thread that waits at a semaphore is blocked,
    /// so each queue needs its own thread.
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

/// The observations in the darkroom.
public struct DarkroomReport: Codable, Sendable {
    public var photographers: Int
    public var photosDeveloped: Int
    /// The largest number of photographers inside at the same time.
    public var mostInside: Int
}
