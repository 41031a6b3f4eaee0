// A stream that keeps only its newest element. A task of the main actor reads it.
import Dispatch

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private var done = 0
    private let newest: AsyncStream<Int>.Continuation

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        let (percents, newest) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        self.newest = newest
        Task { @MainActor in
            for await percent in percents { report(percent) }
        }
    }

    func rowIsDone() {
        done += 1
        newest.yield(done * 100 / rows)
        if done == rows { newest.finish() }
    }
}
