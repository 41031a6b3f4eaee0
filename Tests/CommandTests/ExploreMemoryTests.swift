import Foundation
import TestSupport
import Testing

/// Memory accesses by members of unsafe pointers and by functions of the C library: a data race
/// without a lock, and none with a lock.
@Suite(.startsProcesses) struct ExploreMemoryTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// One thread's access to four numbers at `p` or to the same bytes at `raw`, while another
    /// thread reads or writes the second number.
    static let accesses = [
        "(p + 1).initialize(to: 4)", "p.advanced(by: 1).initialize(to: 4)", "p.initialize(repeating: 4, count: 2)",
        "p.initialize(from: q, count: 2)", "p.update(repeating: 4, count: 2)", "p.update(from: q, count: 2)",
        "q.update(from: p, count: 2)", "_ = (p + 1).move()", "p.moveInitialize(from: q, count: 2)", "q.moveUpdate(from: p, count: 2)",
        "p.deinitialize(count: 2)", "UnsafeMutableBufferPointer(start: p, count: 2).initialize(repeating: 4)",
        "UnsafeMutableBufferPointer(start: p, count: 2).update(repeating: 4)", "raw.copyMemory(from: q, byteCount: 16)",
        "raw.initializeMemory(as: Int.self, repeating: 4, count: 2)", "(raw + 8).initializeMemory(as: Int.self, to: 4)",
        "(raw + 8).storeBytes(of: 4, as: Int.self)", "_ = raw.load(fromByteOffset: 8, as: Int.self)",
        "_ = UnsafeRawPointer(raw).load(fromByteOffset: 8, as: Int.self)", "_ = raw.loadUnaligned(fromByteOffset: 8, as: Int.self)",
        "memset(p, 1, 16)", "q[2] = Int(memcmp(p, q, 16))", "strcpy(raw + 8, \"abc\")", "q[2] = strlen(raw + 8)",
    ]

    private func text(_ access: String, isLocked: Bool) -> String {
        """
        import Foundation

        func scenario() -> Int {
            nonisolated(unsafe) let p = UnsafeMutablePointer<Int>.allocate(capacity: 4), q = UnsafeMutablePointer<Int>.allocate(capacity: 4)
            defer {
                p.deallocate()
                q.deallocate()
            }
            p.initialize(repeating: 1, count: 4)
            q.initialize(repeating: 2, count: 4)
            let lock = NSLock()
            _ = lock
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                \(isLocked ? "lock.lock()" : "")
                \(isLocked ? "defer { lock.unlock() }" : "")
                if number == 0 {
                    let raw = UnsafeMutableRawPointer(p)
                    _ = raw
                    \(access)
                } else {
                    p[1] = 3
                }
            }
            return 0
        }

        """
    }

    @Test(
        "An access through a member of a pointer races with other accesses, and does not race under a lock",
        arguments: Corpus.part(accesses))
    func touches(_ access: String) throws {
        let racing: ExplanationTests.Report = try Commands.report(text(access, isLocked: false), in: folder)
        let finding = try #require(racing.findings.first, "\(access): \(racing)")
        #expect(finding.kind == "race" && finding.lines == [19, 21], "\(access): \(finding)")
        let locked: ExplanationTests.Report = try Commands.report(text(access, isLocked: true), in: folder)
        #expect(locked.verdict == "none" && locked.complete, "\(access): \(locked.findings)")
    }

    @Test("A slot that is published before it is filled is found, with each outcome")
    func publishedTooEarly() throws {
        let report: ExplanationTests.Report = try Commands.report(
            """
            import Foundation

            final class Ring: @unchecked Sendable {
                private let slots = UnsafeMutablePointer<Int>.allocate(capacity: 2), lock = NSLock()
                private var count = 0
                init() { slots.initialize(repeating: 0, count: 2) }
                deinit { slots.deallocate() }
                func put(_ value: Int) {
                    let slot = lock.withLock {
                        count += 1
                        return count - 1
                    }
                    (slots + slot).initialize(to: value)
                }
                var last: Int { lock.withLock { count == 0 ? -1 : (slots + (count - 1)).pointee } }
            }

            func scenario() -> Int {
                let ring = Ring(), group = DispatchGroup()
                DispatchQueue.global().async(group: group) { ring.put(7) }
                let last = ring.last
                group.wait()
                return last
            }

            """, in: folder)
        #expect(report.verdict == "race" && report.complete)
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["-1", "0", "7"])
    }
}
