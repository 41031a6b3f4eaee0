import Dispatch
import Glibc
import Recorder

/// The child's side of a run: the lab started again by itself, to run one variant (or one figure of a comparison) and report.
///
/// What it has to do is told in the environment, which it takes out again before the scenario runs; it reports in files, so that
/// standard output stays the scenario's.
struct ScenarioProcess<Parameters: LabParameters> {
    let lab: Lab<Parameters>
    let setting: Setting<Parameters>
    let order: ScenarioOrder

    /// Does what was ordered, and ends the process.
    func run() -> Never {
        Output.flushEachLine()
        alarm(order.secondsToLive)
        switch order.task {
        case .variant(let name):
            guard let variant = lab.variants.first(where: { $0.name == name }) else { fail("It has no variant \(name).") }
            switch variant.work {
            case .synchronous(let work):
                startRecording()
                finish(Result { try work(setting) })
            case .asynchronous(let work):
                Task {
                    startRecording()
                    do { finish(.success(try await work(setting))) } catch { finish(.failure(error)) }
                }
                dispatchMain()
            }
        case .comparison(let index):
            guard lab.comparisons.indices.contains(index) else { fail("It has no comparison \(index).") }
            Task {
                let entries = lab.comparisons[index].entries
                var figures = [Double](repeating: 0, count: entries.count)
                // In rounds: what disturbs the machine for a while disturbs neighbours, not all three tries of one entry.
                for _ in 1...3 {
                    for (number, entry) in entries.enumerated() { figures[number] = max(figures[number], await entry.work(setting)) }
                }
                finish(Result { try JSONText.encode(figures) })
            }
            dispatchMain()
        }
    }

    private func startRecording() {
        do throws(RecorderError) {
            try Recorder.start(.init(file: order.trace))
        } catch {
            // The folder for a run is not the learner's: what to do about it is told by who made it.
            if error.code == .noSpace, order.trace.hasPrefix(order.folder) { _exit(ExitStatus.noRoom) }
            fail(error.description, code: ExitStatus.usage)
        }
    }

    private func finish(_ result: Result<[UInt8], any Error>) -> Never {
        // An item that has told its group, and the scenario with it, that it is done has yet to return: its end belongs to the picture.
        // `poll` is not recorded, as a sleep would be.
        poll(nil, 0, 2)
        Recorder.stop()
        switch result {
        case .success(let observations): report(observations, in: "observations", code: 0)
        case .failure(let error): fail("The scenario threw an error: \(error)")
        }
    }

    private func fail(_ message: String, code: Int32 = ExitStatus.ours) -> Never {
        report(Array(message.utf8), in: "failure", code: code)
    }

    private func report(_ bytes: [UInt8], in name: String, code: Int32) -> Never {
        guard let file = fopen("\(order.folder)/\(name)", "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
            _exit(ExitStatus.noRoom)
        }
        fflush(nil)
        // Not `exit`: other threads of the scenario may still run, and must not meet what `exit` tears down.
        _exit(code)
    }
}

/// What a child is told to do.
struct ScenarioOrder: Equatable {
    enum Work: Equatable {
        case variant(String)
        case comparison(Int)
    }

    var task: Work
    /// Where it reports.
    var folder: String
    var trace: String
    /// When nobody is left to kill it, it ends itself.
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

    /// The order in this process's environment, taken out of it; nil: nobody gave one.
    static func take() -> ScenarioOrder? {
        var environment: [String: String] = [:]
        for key in keys {
            if let value = getenv(key) { environment[key] = String(cString: value) }
            unsetenv(key)
        }
        return ScenarioOrder(environment: environment)
    }

    /// The order that an environment holds.
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
