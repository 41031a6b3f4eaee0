// A lab with variants that crash, hang, throw or print. LabKitTests start it to test how a lab
// handles them.
import Dispatch
import Glibc
import LabKit

struct ProbeParameters: LabParameters {
    @Option(help: "The number that comes back (1 to 9).", transform: within(1...9))
    var number = 3

    @Flag(help: "A form of its own.")
    var form = false
}

struct Seen: Codable, Sendable {
    var number: Int
    var seed: UInt64
}

struct Misfortune: Error {}

func claims(_ run: Run<ProbeParameters, Seen>) -> [Claim] {
    [
        Claim("the number comes back", run.observations.number, "back", .exactly(Double(run.setting.number))),
        Claim("work was recorded", run.trace.items(onQueue: "probe").count, "items", .exactly(1), showsMistake: true),
    ]
}

@Sendable func work(_ setting: Setting<ProbeParameters>) -> Seen {
    DispatchQueue(label: "probe").sync {}
    return Seen(number: setting.number, seed: setting.seed)
}

/// An access to memory that the process does not have.
@Sendable func crash() { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }

let lab = Lab<ProbeParameters>(
    name: "LabProbe", title: "A lab of misfortunes", about: "It crashes, hangs and throws.",
    next: ["Nothing."],
    comparisons: [
        Comparison("Figures", unit: "a second", lesson: "They differ.", entries: [.init("one") { _ in 1 }, .init("two") { _ in 2 }])
    ],
    variants: [
        Variant(
            "fine", "ends normally",
            // The probe has no scenario, so the code of this question is not there.
            prediction: Prediction(
                "What happens?", about: "Probe.work", choices: ["this", "that"], answer: 1, because: "Because it does.", at: .end),
            run: { work($0) },
            claims: claims),
        Variant("tasks", "ends normally, in a task", runAsynchronously: { setting in work(setting) }, claims: claims),
        Variant(
            "prints", "prints while it runs",
            run: { setting in
                print("a word from the scenario")
                return work(setting)
            }, claims: claims),
        Variant(
            "wrong", "makes a false claim", run: { work($0) },
            claims: { [Claim("it is four", $0.observations.number, "seen", .exactly(4))] }),
        Variant(
            "crashes", "dies unexpectedly",
            run: { setting in
                crash()
                return work(setting)
            }, claims: claims),
        Variant(
            "may-crash", "can die", expected: .completionOrDeath(lesson: "that is what it does"),
            run: { setting in
                crash()
                return work(setting)
            }, claims: claims),
        Variant("dies", "must die", expected: .death(lesson: "as it had to"), run: { _ in crash() }),
        Variant(
            "hangs", "does not end, and must not", expected: .hanging(lesson: "it waits for itself"), timeLimit: .milliseconds(200),
            run: { _ in
                DispatchSemaphore(value: 0).wait()
            }, traceClaims: { [Claim("it waits", $0.waits.count { $0.ended == nil }, "waits without end", .exactly(1))] }),
        Variant(
            "stuck", "does not end, but should", timeLimit: .milliseconds(200),
            run: { setting in
                DispatchSemaphore(value: 0).wait()
                return work(setting)
            }, claims: claims),
        Variant("throws", "throws an error", run: { _ -> Seen in throw Misfortune() }, claims: claims),
        Variant("exits", "ends with a code of its own", run: { _ -> Seen in exit(3) }, claims: claims),
    ],
    ownForms: [
        OwnForm("--form", isChosen: \.form) { page in
            page.line("process \(getpid()) \u{1B}]0;owned\u{7}\u{1B}[2J")
            if page.variants == ["may-crash"] { crash() }
        }
    ])

lab.main()
