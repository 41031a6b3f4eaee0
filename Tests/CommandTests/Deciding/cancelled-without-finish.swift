// leak: 13, 9
// Says: came before
// Advises: finish the stream
import Foundation

func scenario() async {
    let (lines, sender) = AsyncStream<String>.makeStream()
    let source = Task {
        guard !Task.isCancelled else { return }
        sender.yield("one")
        sender.finish()
    }
    source.cancel()
    for await _ in lines {}
}
