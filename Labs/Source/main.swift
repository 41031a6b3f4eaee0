import LabKit
import SourceScenario

// Where the lab needs a debugger, it starts itself as one.
Debugger.serveIfOrdered()

struct SourceParameters: LabParameters {
    @Option(help: "How long a process is made to stand still, in milliseconds (50 to 1000; default: 250).", transform: within(50...1000))
    var pause = 250

    @Option(help: "Signals in a burst, and additions to a user-data source (2 to 500; default: 20).", transform: within(2...500))
    var burst = 20
}

extension Setting<SourceParameters> {
    var plan: Plan { Plan(pause: parameters.pause, burst: parameters.burst) }
}

let needsKernel = Explored.isNotExplored(
    because: "it needs the kernel: real signals, or something to read, which come from outside of the program whenever they come")
let endless = Explored.isNotExplored(
    because: "a timer may tick any number of times between two steps of the others: its interleavings have no end")

let lab = Lab<SourceParameters>(
    name: "lab-source",
    title: "Dispatch sources: blocks that are called when something happens",
    about: """
        A dispatch source watches for an event (a signal, a timer, something to read) and puts its handler on a queue when it comes. This
        process is stopped and continued from outside while sources watch for the signals of that, SIGSTOP, SIGTSTP and SIGCONT. A timer
        source ticks every 20 ms as a heartbeat: where the ticks are missing, the process stood still. Watch which handlers are called.
        """,
    predictions: predictions,
    next: [
        "`swift run lab-source --variant sigstop --pause 1000 --step` stops longer: how many ticks does the first call afterwards stand for?",
        "`swift run lab-source --variant burst --burst 500` sends 500 signals: how many arrive?",
        "`swift run lab-source --variant sigtstp --step` tells event by event what a program can do before it stops.",
    ],
    variants: [
        Variant(
            "sigstop", "a source for SIGSTOP: accepted, and never called", idleTime: .shown, run: { try watchForStop($0.plan) },
            claims: stopClaims),
        Variant(
            "sigcont", "a source for SIGCONT: called when the process goes on", idleTime: .shown, run: { try watchForContinue($0.plan) },
            claims: continueClaims),
        Variant(
            "sigtstp", "a source for SIGTSTP (Ctrl-Z): tidies up, then stops itself", idleTime: .shown,
            run: { try watchForTerminalStop($0.plan) },
            claims: terminalStopClaims),
        Variant(
            "burst", "many SIGUSR1 at once: one call, however many there were", idleTime: .shown, run: { try receiveBurst($0.plan) },
            claims: burstClaims),
        Variant(
            "child", "a child is stopped and continued, its parent watches", idleTime: .shown, run: { try watchChild($0.plan) },
            claims: childClaims),
        Variant(
            "debugger", "an app prints its state when it goes on, and looks who debugs it", idleTime: .shown,
            run: { try printStateOnContinue($0.plan) },
            claims: debuggerClaims),
        Variant(
            "timer", "a timer source: again and again, until it is cancelled", idleTime: .shown, run: { _ in try watchTimer() },
            claims: timerClaims),
        Variant(
            "descriptor", "a read source: called when there is something to read", idleTime: .shown, run: { _ in try watchDescriptor() },
            claims: descriptorClaims),
        Variant(
            "user-data", "sources that the program feeds itself: add, or, replace", idleTime: .shown, run: { try mergeData($0.plan) },
            claims: userDataClaims),
    ],
    explored: [
        "sigstop": needsKernel, "sigcont": needsKernel, "sigtstp": needsKernel, "burst": needsKernel, "child": needsKernel,
        "debugger": needsKernel, "descriptor": needsKernel, "timer": endless, "user-data": .brings(.none),
    ])

lab.main()
