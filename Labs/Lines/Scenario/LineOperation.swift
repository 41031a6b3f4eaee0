import Foundation

/// Reads a file in the background. Subclasses decide how a line gets to the main thread.
public class LineOperation: Operation, @unchecked Sendable {  // Only `main` uses its variables, on one thread.
    let file: TextFile
    let list: LineList
    /// The error that ended it; read it when the operation has finished.
    var failure: (any Error)?

    init(_ file: TextFile, showingIn list: LineList) {
        self.file = file
        self.list = list
        super.init()
        name = "read lines"
    }

    public override func main() {
        do {
            let chunks = try FileChunks(of: file)
            var splitter = LineSplitter()
            while !isCancelled, let chunk = try chunks.next() {
                splitter.split(chunk) { deliver(String(decoding: $0, as: UTF8.self)) }
            }
            if isCancelled { return }
            splitter.finish { deliver(String(decoding: $0, as: UTF8.self)) }
            deliverRemainder()
        } catch {
            failure = error
        }
    }

    func deliver(_ line: String) {}
    func deliverRemainder() {}
}
