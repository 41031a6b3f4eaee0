import Dispatch

/// The messages that each of two readers got.
public struct NewsReport: Codable, Sendable {
    public var ada: [String]
    public var ben: [String]
}

@MainActor private func publish(_ number: Int, _ send: ([String], [Reader]) async -> Void) async -> NewsReport {
    let messages = ["storm", "rain", "fog", "calm"]
    let rounds = (1...number).map { _ in Meeting(of: 2) }
    let ada = Reader("Ada", rounds), ben = Reader("Ben", rounds)
    await send(Array(messages.prefix(number)), [ada, ben])
    return NewsReport(ada: ada.read, ben: ben.read)
}

/// - Parameter number: an even number, so that the readers get as many messages.
@MainActor public func publishInOneStream(_ number: Int) async -> NewsReport { await publish(number) { await publish($0, to: $1) } }

@MainActor public func publishInTwoStreams(_ number: Int) async -> NewsReport { await publish(number) { await publishToAll($0, to: $1) } }

@MainActor public func subscribeLate() async -> NewsReport {
    let (early, late) = publishEarly()
    let ada = collect(early, for: "Ada"), ben = collect(late, for: "Ben")
    return NewsReport(ada: await ada.value, ben: await ben.value)
}

private func collect(_ news: AsyncStream<String>, for reader: String) -> Task<[String], Never> {
    Task(name: reader) {
        var messages: [String] = []
        for await message in news { messages.append(message) }
        return messages
    }
}

/// Two loops wait for the first message, and none comes.
public func publishInThrowingStream() {
    let newsroom = listen([Reader("Ada", []), Reader("Ben", [])])
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 5)
    newsroom.finish()
}
