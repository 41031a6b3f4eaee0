import LabKit
import PriorityScenario

typealias MissionRun = Run<PriorityParameters, Mission>

extension Trace {
    /// The waits of a task of the spacecraft.
    private func waits(_ kind: Wait.Kind, of task: String) -> [Wait] {
        waits.filter { $0.kind == kind && lanes[$0.lane].name == task }
    }

    /// The longest wait of the bus task for the lock, in simulated milliseconds.
    fileprivate var longestWaitForBus: Double {
        let longest = waits(.mutex, of: "bus").map { ($0.ended ?? duration) - $0.began }.max() ?? 0
        return (Double(longest) / 1e5).rounded() / 10
    }

    /// For how long the communication task had the processor while the bus task waited for the lock, in simulated milliseconds.
    fileprivate var communicationMeanwhile: Double {
        let pauses = waits.filter { lanes[$0.lane].name == "communication" }.map { $0.began..<max($0.began, $0.ended ?? duration) }
        var time: Int64 = 0
        for wait in waits(.mutex, of: "bus") {
            let waited = wait.began..<max(wait.began, wait.ended ?? duration)
            for item in items where item.label == "communication" {
                guard let began = item.began else { continue }
                let ran = (began..<max(began, item.ended ?? duration)).clamped(to: waited)
                time += Int64(ran.count) - pauses.reduce(0) { $0 + Int64($1.clamped(to: ran).count) }
            }
        }
        return (Double(time) / 1e5).rounded() / 10
    }

    /// The priorities that tasks have inherited.
    fileprivate var inherited: [UInt64] { events.filter { $0.kind == .threadPriority && $0.detail == 1 }.map(\.argument) }
}

private func figures(_ run: MissionRun, wait: Int, communication: Int, resets: Int, isMistake: Bool) -> [Claim] {
    [
        // (Each task reads clocks, which takes some time, too.)
        Claim(
            "longest wait of the bus task for the lock", measured: run.trace.longestWaitForBus, "ms",
            .between(Double(wait), Double(wait) + 0.5), showsMistake: isMistake),
        Claim(
            "time for which the communication task ran during these waits", measured: run.trace.communicationMeanwhile, "ms",
            .between(Double(communication * run.setting.cycles), Double(communication * run.setting.cycles) + 0.5), showsMistake: isMistake),
        Claim(
            "resets by the watchdog", run.observations.resets, "cycles", .exactly(resets), outOf: run.setting.cycles,
            showsMistake: isMistake && resets > 0),
    ]
}

func inversionClaims(_ run: MissionRun) -> [Claim] {
    let setting = run.setting, end = setting.weather + setting.communication + 5
    return figures(
        run, wait: setting.weather + setting.communication - 5, communication: setting.communication,
        resets: end >= 100 ? setting.cycles : 0, isMistake: true)
        + [Claim("times a task inherited a priority", run.trace.inherited.count, "times", .exactly(0), showsMistake: true)]
}

func inheritanceClaims(_ run: MissionRun) -> [Claim] {
    figures(run, wait: run.setting.weather - 5, communication: 0, resets: 0, isMistake: false) + [
        Claim("times the weather task inherited a priority", run.trace.inherited.count, "times", .exactly(run.setting.cycles)),
        Claim("the priority that it inherited", run.trace.inherited.max() ?? 0, "(its own is 10)", .exactly(30)),
    ]
}
