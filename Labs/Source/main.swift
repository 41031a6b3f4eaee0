import LabKit
import SourceScenario

// If this process was started as the lab's debugger, it does that work and ends here.
Debugger.serveIfOrdered()

struct SourceParameters: LabParameters {
    @Option(help: "Milliseconds that a process is stopped (50 to 1000; default: 250).", transform: within(50...1000))
    var pause = 250

    @Option(help: "Signals in a burst, and additions to a user-data source (2 to 500; default: 20).", transform: within(2...500))
    var burst = 20
}

extension Setting<SourceParameters> {
    var plan: Plan { Plan(pause: parameters.pause, burst: parameters.burst) }
}

let needsKernel = Explored.isNotExplored(
    because: "it needs the kernel: real signals or input come from outside the program, at any time")
let endless = Explored.isNotExplored(
    because: "a timer can tick any number of times between two steps of other threads, so the number of interleavings is unlimited")

let lab = Lab<SourceParameters>(
    name: "lab-source",
    title: "Dispatch sources: blocks that run when an event arrives",
    about: """
        A dispatch source waits for an event (a signal, a timer, data to read) and then submits its handler to a queue. Another process
        stops and continues this one, while sources watch for the signals SIGSTOP, SIGTSTP and SIGCONT. A timer source ticks every 20
        ms as a heartbeat: where ticks are missing, the process was stopped. Watch which handlers are called.
        """,
    next: [
        "`swift run lab-source --variant sigstop --pause 1000 --step` stops the process for longer: how many ticks does the first call after the stop count?",
        "`swift run lab-source --variant burst --burst 500` sends 500 signals: how many arrive?",
        "`swift run lab-source --variant sigtstp --step` shows event by event what a program can do before it stops.",
    ],
    variants: [
        Variant(
            "sigstop", "a source for SIGSTOP: accepted, and never called", prediction: .sigstop, explored: needsKernel, idleTime: .shown,
            run: { try watchForStop($0.plan) },
            claims: stopClaims),
        Variant(
            "sigcont", "a source for SIGCONT: called when the process continues", prediction: .sigcont, explored: needsKernel,
            idleTime: .shown, run: { try watchForContinue($0.plan) },
            claims: continueClaims),
        Variant(
            "sigtstp", "a source for SIGTSTP (Ctrl-Z): saves, then stops itself", prediction: .sigtstp, explored: needsKernel,
            idleTime: .shown,
            run: { try watchForTerminalStop($0.plan) },
            claims: terminalStopClaims),
        Variant(
            "burst", "many SIGUSR1 during a stop: one call for all of them", prediction: .burst, explored: needsKernel, idleTime: .shown,
            run: { try receiveBurst($0.plan) },
            claims: burstClaims),
        Variant(
            "child", "a parent watches while its child is stopped and continued", prediction: .child, explored: needsKernel,
            idleTime: .shown,
            run: { try watchChild($0.plan) },
            claims: childClaims),
        Variant(
            "debugger", "an app prints its state when it continues, and detects a debugger", prediction: .debugger, explored: needsKernel,
            idleTime: .shown,
            run: { try printStateOnContinue($0.plan) },
            claims: debuggerClaims),
        Variant(
            "timer", "a timer source: it repeats until it is cancelled", prediction: .timer, explored: endless, idleTime: .shown,
            run: { _ in try watchTimer() },
            claims: timerClaims),
        Variant(
            "descriptor", "a read source: called when there is data to read", prediction: .descriptor, explored: needsKernel,
            idleTime: .shown, run: { _ in try watchDescriptor() },
            claims: descriptorClaims),
        Variant(
            "user-data", "sources that get data from the program: add, or, replace", prediction: .userData, explored: .brings(.none),
            idleTime: .shown, run: { try mergeData($0.plan) },
            claims: userDataClaims),
    ], afterRun: afterRun, followUps: followUps)

lab.main()
