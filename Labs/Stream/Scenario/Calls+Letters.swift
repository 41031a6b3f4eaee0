/// The letters that came out of a merged stream.
public struct LetterReport: Codable, Sendable {
    public var letters: [String]
}

/// The letter from home is the only one there. The letters of work come when something has happened to the merged stream.
@MainActor private func collect(
    laterThan event: Meeting, isRead: Meeting, hasEnded: Meeting, _ merge: ([Mailbox]) -> AsyncStream<String>
) async -> LetterReport {
    let (home, toHome) = AsyncStream.makeStream(of: String.self), (work, toWork) = AsyncStream.makeStream(of: String.self)
    let merged = merge([Mailbox(name: "home", letters: home), Mailbox(name: "work", letters: work)])
    let reading = Task(name: "reader") {
        var letters: [String] = []
        for await letter in merged {
            letters.append(letter)
            isRead.arrive()
        }
        hasEnded.arrive()
        return letters
    }
    toHome.yield("home 1")
    toHome.finish()
    await event.wait()
    for letter in ["work 1", "work 2"] { toWork.yield(letter) }
    toWork.finish()
    let letters = await reading.value
    // The task that carries the letters of work ends, too.
    try? await Task.sleep(for: .milliseconds(10))
    return LetterReport(letters: letters)
}

@MainActor public func mergeUntilOneEnds() async -> LetterReport {
    let isRead = Meeting(of: 1), hasEnded = Meeting(of: 1)
    return await collect(laterThan: hasEnded, isRead: isRead, hasEnded: hasEnded) { merge($0) }
}

@MainActor public func mergeUntilAllEnd() async -> LetterReport {
    let isRead = Meeting(of: 1), hasEnded = Meeting(of: 1)
    return await collect(laterThan: isRead, isRead: isRead, hasEnded: hasEnded) { mergeAll($0) }
}

/// Both mailboxes have all of their letters.
func collectAll(_ number: Int, _ merge: ([Mailbox]) -> AsyncStream<String>) async -> LetterReport {
    let mailboxes = ["home", "work"].map { name in
        let (letters, sender) = AsyncStream.makeStream(of: String.self)
        for letter in 1...number { sender.yield("\(name) \(letter)") }
        sender.finish()
        return Mailbox(name: name, letters: letters)
    }
    var letters: [String] = []
    for await letter in merge(mailboxes) { letters.append(letter) }
    return LetterReport(letters: letters)
}

public func mergeFullMailboxes() async -> LetterReport { await collectAll(2) { mergeAll($0) } }
