import DrawScenario
import LabKit

struct DrawParameters: LabParameters {
    @Option(
        help: "The search looks for the largest prime below this number (1000 to 100000000000000000; default: 1000000000000000).",
        transform: within(1000...100_000_000_000_000_000))
    var below = 1_000_000_000_000_000

    @Option(help: "Width and height of the drawing, in pixels (16 to 300; default: 80).", transform: within(16...300))
    var size = 80

    @Option(help: "Touches of the screen during the work (1 to 50; default: 5).", transform: within(1...50))
    var touches = 5
}

extension Setting<DrawParameters> {
    /// A page that searches. The user touches the screen meanwhile.
    func search(leaving: Bool = false, _ makePage: @escaping (App, PrimeSearch) -> any Page) -> Observations {
        let user = User(touches: parameters.touches, leaves: leaving)
        return App(user).run { [parameters] in makePage($0, PrimeSearch(below: parameters.below, user)) }
    }

    /// A page that draws.
    func draw(_ makePage: @escaping (App, Fractal) -> any Page) -> Observations {
        let user = User(touches: parameters.touches)
        return App(user).run { [parameters] in makePage($0, Fractal(size: parameters.size, user)) }
    }
}

let lab = Lab<DrawParameters>(
    name: "lab-draw",
    title: "Heavy work of a page: off the main thread, and back with the result",
    about: """
        A page of an app needs a large prime number, or a drawing with many calculations. Meanwhile the user touches the screen, and the
        main thread should handle each touch. Then the user leaves, and the page should disappear from memory. Nine variants show the
        page. Five of them contain a bug.
        """,
    next: [
        "`swift run lab-draw --variant main-thread --step` tells what the main queue does while the user touches the screen.",
        "`swift run lab-draw --variant wrong-thread --explore` finds the data race. Replay it with the command that it prints.",
        "`swift run lab-draw --variant draw-main --size 300`: how long is the main thread busy?",
    ],
    variants: [
        Variant(
            "main-thread", "the main thread searches for the prime number", prediction: .mainThread,
            explored: .isNotExplored(because: oneThread), run: { $0.search { MainThreadPage($0, $1) } }, claims: frozenClaims),
        Variant(
            "background", "a global queue searches, and the result goes back to the main queue", prediction: .background,
            explored: .brings(.none), fixes: ["main-thread", "wrong-thread"], run: { $0.search { BackgroundPage($0, $1) } },
            claims: backgroundClaims),
        Variant(
            "wrong-thread", "a global queue searches, and changes the label itself", prediction: .wrongThread,
            explored: .brings(.race), run: { $0.search { WrongThreadPage($0, $1) } }, claims: wrongThreadClaims),
        Variant(
            "draw-main", "the main thread draws", prediction: .drawMain, explored: .isNotExplored(because: oneThread),
            run: { $0.draw { MainThreadDrawing($0, $1) } }, claims: frozenDrawingClaims),
        Variant(
            "draw-background", "an operation draws on an image in memory, with a weak reference to the view", prediction: .drawBackground,
            explored: .brings(.none), fixes: ["draw-main"], run: { $0.draw { BackgroundDrawing($0, $1) } }, claims: drawingClaims),
        Variant(
            "strong-self", "a closure that owns the page that owns it", prediction: .strongSelf, explored: .brings(.assertion),
            run: { $0.search(leaving: true) { StrongSelfPage($0, $1) } }, claims: strongSelfClaims),
        Variant(
            "guard-self", "[weak self], but strong again in the first line", prediction: .guardSelf, explored: .brings(.assertion),
            run: { $0.search(leaving: true) { GuardSelfPage($0, $1) } }, claims: guardSelfClaims),
        Variant(
            "weak-self", "[weak self], used only for the result", prediction: .weakSelf, explored: .brings(.none),
            fixes: ["strong-self", "guard-self"], run: { $0.search(leaving: true) { WeakSelfPage($0, $1) } }, claims: weakSelfClaims),
        Variant(
            "task", "Swift's own way: a page on the main actor, and a task with a weak reference", prediction: .task,
            explored: .brings(.none), fixes: ["main-thread", "guard-self"],
            run: { $0.search(leaving: true) { TaskPage($0, $1) } }, claims: taskClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["User.swift"])

/// Why a variant cannot be explored.
private var oneThread: String { "it has one thread, and so only one interleaving" }

lab.main()
