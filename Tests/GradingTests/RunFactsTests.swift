import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import Grading
@testable import Trace

/// Facts about processes, folders and traces that hold whatever other processes and threads do.
@Suite(.startsProcesses) struct RunFactsTests {
    @Test("A run's folder is swept when no process has it any more, whatever number its name has, and not before")
    func sweep() throws {
        let build = NSTemporaryDirectory() + "/interleave-sweep-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: build) }
        func workspace() throws -> GradingWorkspace {
            try GradingWorkspace(package: Bench.package, buildFolder: build, recorder: "\(Bench.buildFolder)/libInterleavePreload.so")
        }
        func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
        let first = try workspace()
        let living = try first.makeRunFolder()
        // A grader that lives in another container: here, its number means no process.
        let elsewhere = "\(build)/exercises/runs/999999999-abcdef"
        // A grader that was killed: after a restart, another process has its number.
        let left = "\(build)/exercises/runs/\(getpid())-abcdef"
        for path in [elsewhere, left] { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        let owner = open(elsewhere, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(flock(owner, LOCK_EX) == 0)
        _ = try workspace()
        #expect(exists(living.path) && exists(elsewhere) && !exists(left))
        close(owner)
        // (A process that another test starts in this moment has the lock until its exec.)
        for _ in 0..<1000 where exists(elsewhere) {
            _ = try workspace()
            sched_yield()
        }
        #expect(exists(living.path) && !exists(elsewhere))
    }

    @Test("The work of threads that have ended counts")
    func work() throws {
        @Sendable func used(_ clock: clockid_t) -> Duration {
            var time = timespec()
            clock_gettime(clock, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        var clock = ProcessClock(of: getpid())
        let limits = AttemptProcess.Limits(time: .seconds(3600), work: used(CLOCK_PROCESS_CPUTIME_ID) + .milliseconds(200))
        let hasEnded = DispatchSemaphore(value: 0)
        let thread = Thread {
            while used(CLOCK_THREAD_CPUTIME_ID) < .milliseconds(300) {}
            hasEnded.signal()
        }
        thread.start()
        hasEnded.wait()
        while !thread.isFinished { sched_yield() }
        #expect(clock.excess(of: limits) == .work)
    }

    @Test("The waiting of threads that have ended counts, also when another thread gets the number")
    func delays() {
        var delays = ThreadDelays()
        delays.note(.seconds(1), of: "7")
        delays.note(.seconds(3), of: "7")
        delays.note(.seconds(2), of: "8")
        #expect(delays.sum == .seconds(5))
        // 7 has ended, and another thread is 7 now.
        delays.note(.seconds(1), of: "7")
        #expect(delays.sum == .seconds(6))
    }

    @Test("The most blocks at the same time, and the first such block, are those of a count of all pairs")
    func sameTime() {
        func pairs(_ spans: [(began: Int64, ended: Int64)]) -> (count: Int, index: Int)? {
            spans.indices.map { index in
                (spans.count { $0.began <= spans[index].began && spans[index].began < $0.ended }, index)
            }.max { $0.0 < $1.0 }
        }
        var random = SystemRandomNumberGenerator()
        for count in 0..<60 {
            let spans = (0..<count).map { _ -> (began: Int64, ended: Int64) in
                let began = Int64.random(in: 0..<30, using: &random)
                return (began, Bool.random(using: &random) ? .max : began + Int64.random(in: 0..<8, using: &random))
            }
            let (found, expected) = (TraceCount.mostAtTheSameTime(spans), pairs(spans))
            #expect(found?.count == expected?.count && found?.index == expected?.index, "\(spans)")
        }
    }

    @Test("A wait for a lock counts if its holder was blocked, slept or ended its work meanwhile: otherwise it is chance")
    func shortLocks() {
        func isShort(_ holders: [Trace.Wait.Kind], itemEnded: Int64? = nil, waitEnded: Int64? = 20) -> Bool {
            var trace = Trace()
            let wait = Trace.Wait(kind: .mutex, lane: 1, object: 0, began: 10, ended: waitEnded)
            trace.items.append(Trace.Item(id: 1, how: .taskJob, queue: 0, began: 1, ended: itemEnded ?? 30))
            trace.holdings = [Trace.Holding(object: 0, lane: 0, item: 0, began: 5, ended: 20)]
            trace.waits = [wait] + holders.map { Trace.Wait(kind: $0, lane: 0, began: 6, ended: 18) }
            return TraceCount.isShort(wait, trace)
        }
        #expect(isShort([]) && isShort([.processor]))
        #expect(!isShort([.sleep]) && !isShort([.semaphore]))
        #expect(!isShort([], itemEnded: 8), "the holder is a task that was suspended")
        #expect(!isShort([], waitEnded: nil), "it never ended")
    }

    @Test("Many blocks are counted in a moment")
    func many() {
        let spans = (0..<200_000).map { (began: Int64($0), ended: Int64($0) + 100_000) }
        let found = TraceCount.mostAtTheSameTime(spans)
        #expect(found?.count == 100_000 && found?.index == 99_999)
    }

    @Test("A file is a grade of a format only if it begins like one", arguments: FormatTests.grades.indices)
    func files(_ index: Int) throws {
        let grade = FormatTests.grades[index], file = NSTemporaryDirectory() + "/interleave-file-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let table = ClassGrades([ClassGrade(of: Submission(student: "anna", exercise: grade.exercise, file: "a"), grade)]).csv
        let kinds: [(text: String, kind: ReplacedFile.Kind)] = [
            (grade.text(width: 80), .gradeText), (grade.json, .gradeJSON), (grade.junit, .junit), (grade.gradescope, .gradescope),
            (grade.codeRunner, .codeRunner), (grade.csv, .gradeCSV), (table, .classTable),
        ]
        for (row, written) in (kinds.map(\.text) + ["a letter\n", "{}", "student,mark\r\n"]).enumerated() {
            try Data(written.utf8).write(to: URL(filePath: file))
            for (column, wanted) in kinds.enumerated() {
                let isRefused = (try? ReplacedFile.check(file, is: wanted.kind, option: "-o FILE", force: false)) == nil
                #expect(isRefused == (row != column), "\(written) as \(column)")
            }
        }
    }
}
