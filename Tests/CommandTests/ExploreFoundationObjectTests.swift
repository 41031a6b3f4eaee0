import Foundation
import TestSupport
import Testing

/// State that several threads share besides variables: objects of Foundation, files, freed memory.
@Suite(.startsProcesses, .takesTurns) struct ExploreFoundationObjectTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func report(_ text: String) throws -> ExplanationTests.Report { try Commands.report(text, in: folder) }

    private static let changes = [
        ["NSMutableArray()", "$0.add($1)", "$0.count"], ["NSMutableDictionary()", #"$0["photo \($1)"] = $1"#, "$0.count"],
        [#"NSMutableString(string: "")"#, #"$0.append("\($1)")"#, "$0.length"], ["NSMutableSet()", "$0.add($1)", "$0.count"],
        ["NSMutableData()", "$0.append(Data([UInt8($1)]))", "$0.length"],
        ["Progress(totalUnitCount: 2)", "$0.completedUnitCount += 1", "$0.completedUnitCount"],
    ]

    @Test("An object of Foundation that two threads change at the same time races; under a lock it does not", arguments: changes)
    func mutable(_ words: [String]) throws {
        func text(_ change: String) -> String {
            """
            import Foundation

            func scenario() -> Int {
                let shared = \(words[0]), lock = NSLock()
                func change(_ index: Int) { \(words[1].replacing("$0", with: "shared").replacing("$1", with: "index")) }
                DispatchQueue.concurrentPerform(iterations: 2) { index in \(change) }
                return Int(\(words[2].replacing("$0", with: "shared")))
            }

            """
        }
        let racing = try report(text("change(index)"))
        #expect(racing.verdict == "race" && racing.complete)
        #expect(racing.findings.first?.summary.contains(String(words[0].prefix { $0 != "(" })) == true, "\(racing.findings)")
        #expect(racing.findings.first?.lines == [5])
        let locked = try report(text("lock.withLock { change(index) }"))
        #expect(locked.verdict == "none" && locked.complete)
        #expect(locked.distinctOutcomes.map(\.outcome) == ["2"])
    }

    @Test("The order of calls to a notification centre is explored, and an observer sees all earlier changes")
    func notifications() throws {
        let report = try report(
            """
            import Foundation

            func scenario() -> String {
                let center = NotificationCenter(), group = DispatchGroup(), name = Notification.Name("saved")
                nonisolated(unsafe) var text = "before", told = "nobody"
                DispatchQueue.global().async(group: group) { center.post(name: name, object: nil) }
                text = "after"
                let observer = center.addObserver(forName: name, object: nil, queue: nil) { _ in told = text }
                group.wait()
                center.removeObserver(observer)
                return told
            }

            """)
        #expect(report.verdict == "none" && report.complete, "\(report.findings)")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["nobody", "after"])
    }

    @Test("Settings that two threads read and change one after the other can be lost")
    func settings() throws {
        let report = try report(
            """
            import Foundation

            func scenario() -> Int {
                let settings = UserDefaults(suiteName: "interleave.example")!
                settings.set(0, forKey: "count")
                DispatchQueue.concurrentPerform(iterations: 2) { _ in
                    settings.set(settings.integer(forKey: "count") + 1, forKey: "count")
                }
                return settings.integer(forKey: "count")
            }
            func allowed(_ count: Int) -> Bool { count == 2 }

            """)
        #expect(report.verdict == "assertion")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["1", "2"])
    }

    @Test(
        "A read comes before or after a change: of settings through two objects, also while they are stored; of files, however they are created",
        arguments: [
            ("settings.set(7, forKey: \"count\")", "others.integer(forKey: \"count\")"),
            ("settings.set(7, forKey: \"count\"); settings.synchronize()", "settings.integer(forKey: \"count\")"),
            ("try! Data(\"7\".utf8).write(to: URL(fileURLWithPath: path))", "FileManager.default.fileExists(atPath: path) ? 7 : 0"),
            ("close(open(path, O_CREAT | O_RDWR, 0o600))", "access(path, F_OK) == 0 ? 7 : 0"),
        ])
    func beforeOrAfter(change: String, look: String) throws {
        let report = try report(
            """
            import Foundation

            let path = NSTemporaryDirectory() + "interleave-example-\\(getpid())"

            func scenario() -> Int {
                let settings = UserDefaults(suiteName: "interleave.example")!, others = UserDefaults(suiteName: "interleave.example")!
                settings.removeObject(forKey: "count")
                others.removeObject(forKey: "other")
                unlink(path)
                let group = DispatchGroup(), seen = UnsafeMutablePointer<Int>.allocate(capacity: 1)
                DispatchQueue.global().async(group: group) { \(change) }
                DispatchQueue.global().async(group: group) { seen.pointee = \(look) }
                group.wait()
                unlink(path)
                return seen.pointee
            }

            """)
        #expect(report.verdict == "none" && report.complete, "\(report.findings)")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["0", "7"])
    }

    @Test("Files are shared too: an update is lost if nothing orders two threads", arguments: [false, true])
    func files(isLocked: Bool) throws {
        let report = try report(
            """
            import Foundation

            let path = NSTemporaryDirectory() + "interleave-example-\\(getpid())"
            func add() {
                let count = Int(try! String(contentsOfFile: path, encoding: .utf8))!
                try! "\\(count + 1)".write(toFile: path, atomically: true, encoding: .utf8)
            }
            func scenario() -> String {
                try! "0".write(toFile: path, atomically: true, encoding: .utf8)
                defer { try? FileManager.default.removeItem(atPath: path) }
                let lock = NSLock()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in \(isLocked ? "lock.withLock { add() }" : "add()") }
                return try! String(contentsOfFile: path, encoding: .utf8)
            }

            """)
        #expect(report.complete && report.verdict == "none", "\(report.findings)")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == (isLocked ? ["2"] : ["1", "2"]))
    }

    @Test(
        "Memory that is freed while another thread uses it is a data race, and its use afterwards a crash; after a wait it is neither",
        arguments: [false, true])
    func freed(isInOrder: Bool) throws {
        let report = try report(
            """
            import Dispatch

            func scenario() -> Int {
                let group = DispatchGroup(), number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
                number.initialize(to: 7)
                nonisolated(unsafe) var seen = 0
                DispatchQueue.global().async(group: group) {
                    seen = number.pointee
                    number.pointee += 1
                }
                \(isInOrder ? "group.wait()" : "")
                number.deallocate()
                group.wait()
                return seen
            }

            """)
        #expect(report.verdict == (isInOrder ? "none" : "crash") && report.complete)
        #expect(report.distinctOutcomes.compactMap(\.outcome) == ["7"])
        #expect(report.findings.map(\.kind) == (isInOrder ? [] : ["crash", "race"]))
        if let finding = report.findings.last {
            #expect(finding.summary.contains("frees the memory"), "\(finding.summary)")
            #expect(finding.locations.contains { $0.line == 12 && $0.what == "frees" }, "\(finding.locations)")
        }
    }

    @Test(
        "A source that is destroyed while it is suspended or inactive is a misuse", arguments: ["", "source.activate(); source.suspend()"])
    func source(before: String) throws {
        let report = try report(
            """
            import Dispatch

            func scenario() {
                let source = DispatchSource.makeTimerSource()
                source.setEventHandler {}
                \(before)
            }

            """)
        #expect(report.verdict == "misuse" && report.findings.first?.summary.contains("dispatch source") == true, "\(report.findings)")
    }

    @Test("A work item that has run twice must not have a notify block")
    func item() throws {
        let report = try report(
            """
            import Dispatch

            func scenario() {
                let item = DispatchWorkItem {}
                item.perform()
                item.perform()
                item.notify(queue: .global()) {}
            }

            """)
        #expect(report.verdict == "misuse" && report.findings.first?.lines == [7], "\(report.findings)")
    }

    @Test("A block can use as much stack as a thread has")
    func stack() throws {
        let report = try report(
            """
            import Dispatch

            func depth(_ left: Int) -> Int { left == 0 ? 0 : depth(left - 1) + 1 }
            func scenario() -> Int { DispatchQueue.global().sync { depth(30_000) } }

            """)
        #expect(report.verdict == "none" && report.distinctOutcomes.map(\.outcome) == ["30000"])
    }
}
