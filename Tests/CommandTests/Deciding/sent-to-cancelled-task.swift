// assertion: 16, 19
// Says: finishes the stream
// Advises: do not cancel the consumer

import Dispatch
actor Paper {
    private(set) var news: [String] = []
    func add(_ line: String) { news.append(line) }
}
func scenario() async -> [String] {
    let (wire, agency) = AsyncStream.makeStream(of: String.self), paper = Paper()
    let reporter = Task {
        for await line in wire { await paper.add(line) }
    }
    let office = Task {
        agency.yield("rain")
        agency.finish()
    }
    reporter.cancel()
    await office.value
    await reporter.value
    return await paper.news
}
func allowed(_ news: [String]) -> Bool { news == ["rain"] }
