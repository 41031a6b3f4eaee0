import CMalloc
import Foundation
import TestSupport
import Testing

@testable import ImportScenario

@Suite("Many imports", .startsProcesses) struct ManyImportsTests {
    private struct Interruption: Error {}

    private let folder: URL

    init() {
        // In memory: otherwise each of the many transactions waits for the disk.
        let memory = URL(filePath: "/dev/shm"), parent = FileManager.default.temporaryDirectory
        folder = (FileManager.default.isWritableFile(atPath: memory.path) ? memory : parent).appending(path: "imports-\(UUID())")
    }

    /// The smallest growth of the heap in a hundred rounds, in bytes. For a process of its own: other tests
    /// allocate memory at the same time.
    private func growth(_ round: () throws -> Void) throws -> Int {
        func liveBytes() -> Int {
            let figures = mallinfo2()
            return Int(figures.uordblks + figures.hblkhd)
        }
        var smallest = Int.max
        for _ in 0..<10 {
            let before = liveBytes()
            for _ in 0..<100 { try round() }
            smallest = min(smallest, liveBytes() - before)
        }
        return smallest
    }

    private func store() throws -> StopStore {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try StopStore(path: folder.appending(path: "stops.sqlite").path, label: "test")
    }

    @Test("1,000 imports leave no line and no descriptor behind, also with bad lines")
    func importsLeaveNothing() async {
        await #expect(processExitsWith: .success) { try ManyImportsTests().imports() }
    }

    private func imports() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = (1...40).map { "\($0),,Stop \($0),,52.5,13.4" }
        let file = StopsFile(Array((["header"] + good + ["41,too few", "42,\"not closed"]).joined(separator: "\n").utf8))
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        func importAll(into store: StopStore) throws {
            for batch in file.batches(of: 15, after: 0) {
                try store.save(upTo: batch.end) { transaction in
                    for line in batch { if let stop = try? Stop(line) { try transaction.insert(stop) } }
                }
            }
            #expect(try store.count() == 40)
        }
        do {
            // One connection for all rounds: a closed one is released later, on another thread.
            let open = try store()
            for _ in 0..<10 { try importAll(into: open) }
            let growth = try growth { try importAll(into: open) }
            #expect(growth < 100 * 48, "\(growth) bytes in 100 imports")
        }
        let before = try descriptors()
        for _ in 0..<1000 {
            try FileManager.default.removeItem(at: folder)
            try importAll(into: store())
        }
        #expect(try descriptors() == before)
    }

    @Test("1,000 batches that fail leave no memory behind, and no stop")
    func failuresLeaveNothing() async {
        await #expect(processExitsWith: .success) { try ManyImportsTests().failures() }
    }

    private func failures() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try store()
        func fail() throws {
            #expect(throws: Interruption.self) {
                try store.save(upTo: 1) { transaction in
                    for number in 1...15 { try transaction.insert(Stop(id: "\(number)", name: "", latitude: 0, longitude: 0)) }
                    throw Interruption()
                }
            }
        }
        for _ in 0..<10 { try fail() }
        let growth = try growth(fail)
        #expect(growth < 100 * 48, "\(growth) bytes in 100 batches")
        #expect(try store.count() == 0)
    }
}
