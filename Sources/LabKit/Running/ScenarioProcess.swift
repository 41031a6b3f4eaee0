import Words
import Dispatch
import Glibc
import Recorder

/// The child's side of a run. The lab has started itself again, to run one variant (or measure one
/// comparison) and to report.
///
/// Environment variables tell the child what to run; it removes them before the scenario runs. It
/// reports in files, so that only the scenario uses standard output.
struct ScenarioProcess<Parameters: LabParameters> {
    let lab: Lab<Parameters>
    let setting: Setting<Parameters>
    let order: ScenarioOrder

    /// Carries out the order, and ends the process.
    func run() -> Never {
        Output.flushEachLine()
        alarm(order.secondsToLive)
        switch order.task {
        case .variant(let name):
            guard let variant = lab.variant(named: name) else { fail("It has no variant \(name).") }
            switch variant.work {
            case .synchronous(let work):
                if case .simulated(let machine) = variant.machine { simulate(work, on: machine) }
                startRecording()
                finish(Result { try work(setting) })
            case .asynchronous(let work):
                Task {
                    startRecording()
                    let result: Result<() throws -> [UInt8], any Error>
                    do { result = .success(try await work(setting)) } catch { result = .failure(error) }
                    // On another thread, so that the task ends where the scenario ends: a picture would show its rest as a long bar.
                    Self.callSoon { finish(encoding: result) }
                }
                dispatchMain()
            }
        case .comparison(let index):
            guard lab.comparisons.indices.contains(index) else { fail("It has no comparison \(index).") }
            Task {
                let entries = lab.comparisons[index].entries
                var rounds = [[Double]](repeating: [], count: entries.count)
                // In rounds: a short disturbance of the machine then hits one round of several
                // entries, and not all rounds of one entry.
                for _ in 1...Comparison<Parameters>.rounds {
                    for (number, entry) in entries.enumerated() { rounds[number].append(await entry.work(setting)) }
                }
                finish(Result { try JSONText.encode(rounds) })
            }
            dispatchMain()
        }
    }

    /// Runs the scenario on a simulated machine, which writes the trace, and ends the process.
    private func simulate(
        _ work: @escaping @Sendable (Setting<Parameters>) throws -> [UInt8], on machine: (SimulatedRun) throws -> Void
    ) -> Never {
        // The scenario runs on another thread of the machine, one at a time with all others.
        nonisolated(unsafe) var observations: Result<[UInt8], any Error>?
        do {
            try machine(SimulatedRun(trace: order.trace, lab: lab.name) { observations = Result { try work(setting) } })
        } catch let error as ExplainedError {
            fail(error.description, code: error.exitCode)
        } catch {
            fail("\(error)")
        }
        finish(observations ?? .success([]))
    }

    /// Calls a function on a thread of the system's timers, which is not recorded.
    private static func callSoon(_ body: @escaping () -> Void) {
        let context = UnsafeMutablePointer<() -> Void>.allocate(capacity: 1)  // The process ends with the call: it is never freed.
        context.initialize(to: body)
        var event = sigevent()
        event.sigev_notify = Int32(SIGEV_THREAD)
        event.sigev_value.sival_ptr = UnsafeMutableRawPointer(context)
        event._sigev_un._sigev_thread._function = { $0.sival_ptr.assumingMemoryBound(to: (() -> Void).self).pointee() }
        var timer: timer_t?, soon = itimerspec()
        soon.it_value.tv_nsec = 1
        guard timer_create(CLOCK_MONOTONIC, &event, &timer) == 0, timer_settime(timer, 0, &soon, nil) == 0 else { return body() }
    }

    private func startRecording() {
        do throws(ExplainedError) {
            try Recorder.start(.init(file: order.trace))
        } catch {
            // The learner did not choose the folder for a run. The parent process, which created
            // it, prints the suggestion.
            if error.code == .noRoom, order.trace.hasPrefix(order.folder) { _exit(ExitStatus.noRoom) }
            fail(error.description, code: ExitStatus.usage)
        }
    }

    func finish(_ result: Result<[UInt8], any Error>) -> Never { finish(encoding: result.map { bytes in { bytes } }) }

    /// - Parameter result: makes the bytes after the recording.
    private func finish(encoding result: Result<() throws -> [UInt8], any Error>) -> Never {
        // A work item that has just left its group perhaps has not returned yet. Its end belongs
        // to the picture. `poll` is not recorded; a sleep would be.
        poll(nil, 0, 2)
        Recorder.stop()
        switch result.flatMap({ encode in Result(catching: encode) }) {
        case .success(let observations): report(observations, in: "observations", code: 0)
        case .failure(let error): fail("The scenario threw an error: \(error)")
        }
    }

    func fail(_ message: String, code: Int32 = ExitStatus.ours) -> Never {
        report(Array(message.utf8), in: "failure", code: code)
    }

    private func report(_ bytes: [UInt8], in name: String, code: Int32) -> Never {
        guard let file = fopen("\(order.folder)/\(name)", "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
            _exit(ExitStatus.noRoom)
        }
        fflush(nil)
        // Not `exit`: other threads of the scenario can still run, and would use objects that
        // `exit` destroys.
        _exit(code)
    }
}

/// The order for a child.
struct ScenarioOrder: Equatable {
    enum Work: Equatable {
        case variant(String)
        case comparison(Int)
    }

    var task: Work
    /// The folder for its report.
    var folder: String
    var trace: String
    /// If no parent is left to kill the child, it ends itself after this time.
    var secondsToLive: UInt32

    private static let prefix = "INTERLEAVE_LAB_"
    private static let keys = ["VARIANT", "COMPARISON", "FOLDER", "TRACE", "SECONDS"].map { prefix + $0 }

    var environment: [String: String] {
        var environment = [Self.keys[2]: folder, Self.keys[3]: trace, Self.keys[4]: String(secondsToLive)]
        switch task {
        case .variant(let name): environment[Self.keys[0]] = name
        case .comparison(let index): environment[Self.keys[1]] = String(index)
        }
        return environment
    }

    /// Takes the order out of this process's environment; nil if there is none.
    static func take() -> ScenarioOrder? {
        var environment: [String: String] = [:]
        for key in keys {
            if let value = getenv(key) { environment[key] = String(cString: value) }
            unsetenv(key)
        }
        return ScenarioOrder(environment: environment)
    }

    /// The order in an environment.
    init?(environment: [String: String]) {
        let values = Self.keys.map { environment[$0] }
        guard let folder = values[2], let trace = values[3], let seconds = values[4].flatMap({ UInt32($0) }) else { return nil }
        guard let task = values[0].map({ Work.variant($0) }) ?? values[1].flatMap({ Int($0) }).map({ Work.comparison($0) }) else {
            return nil
        }
        self.init(task: task, folder: folder, trace: trace, secondsToLive: seconds)
    }

    init(task: Work, folder: String, trace: String, secondsToLive: UInt32) {
        self.task = task
        self.folder = folder
        self.trace = trace
        self.secondsToLive = secondsToLive
    }
}
