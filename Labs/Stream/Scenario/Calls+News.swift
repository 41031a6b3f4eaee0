import Dispatch

/// The messages that each of two readers got.
public struct NewsReport: Codable, Sendable {
    public var ada: [String]
    public var ben: [String]
}

private let messages = ["storm", "rain", "fog", "calm"]

@MainActor private func publish(_ number: Int, _ send: ([String], [Reader]) async -> Void) async -> NewsReport {
    let rounds = (1...number).map { _ in Meeting(of: 2) }
    let ada = Reader("Ada", rounds), ben = Reader("Ben", rounds)
    await send(Array(messages.prefix(number)), [ada, ben])
    return NewsReport(ada: ada.read, ben: ben.read)
}

/// - Parameter number: an even number, so that the readers get as many messages.
@MainActor public func publishInOneStream(_ number: Int) async -> NewsReport { await publish(number) { await publish($0, to: $1) } }

@MainActor public func publishInTwoStreams(_ number: Int) async -> NewsReport { await publish(number) { await publishToAll($0, to: $1) } }

public func subscribeLate() async -> NewsReport {
    let (early, late) = await publishEarly()
    return NewsReport(ada: early, ben: late)
}

/// Two loops wait for the first message, and none comes.
public func publishInThrowingStream() {
    let newsroom = listen([Reader("Ada", []), Reader("Ben", [])])
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 5)
    newsroom.finish()
}
