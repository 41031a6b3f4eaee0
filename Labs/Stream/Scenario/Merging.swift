struct Mailbox {
    var name: String
    var letters: AsyncStream<String>
}

/// The bug: the mailbox that ends first finishes the stream, for the other one, too.
func merge(_ mailboxes: [Mailbox]) -> AsyncStream<String> {
    AsyncStream { continuation in
        for mailbox in mailboxes {
            Task(name: mailbox.name) {
                for await letter in mailbox.letters {
                    continuation.yield(letter)
                }
                continuation.finish()
            }
        }
    }
}

/// The fix: one task has a child for each mailbox. It finishes the stream when all of them have ended.
func mergeAll(_ mailboxes: [Mailbox]) -> AsyncStream<String> {
    AsyncStream { continuation in
        let merging = Task(name: "merging") {
            await withTaskGroup { group in
                for mailbox in mailboxes {
                    group.addTask(name: mailbox.name) {
                        for await letter in mailbox.letters { continuation.yield(letter) }
                    }
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in merging.cancel() }
    }
}
