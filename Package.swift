// swift-tools-version: 6.1
import PackageDescription

// A room may import the rooms below it (see the table in README.md); Tests/ArchitectureTests holds it to that.

/// A lab: `Labs/<Name>/main.swift` and, compiled on its own, `Labs/<Name>/Scenario`: the plain Swift that the learner reads.
func lab(_ name: String) -> [Target] {
    [
        // Scenarios show what the compiler of today would refuse, so they speak the Swift that still allowed it.
        .target(name: "\(name)Scenario", path: "Labs/\(name)/Scenario", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "lab-\(name.lowercased())",
            // LabKit hands on Trace; a target is compiled anew only when a module changes that it names itself.
            dependencies: ["LabKit", "Trace", .target(name: "\(name)Scenario")] + uses[name, default: []].map { .target(name: $0) },
            path: "Labs/\(name)", exclude: ["Scenario", "README.md"] + explored[name, default: []]),
    ]
}

let labs = ["Apply", "Barrier", "Group", "Semaphore", "Singleton", "Source"]
/// What is compiled only when a lab's variants are explored.
let explored = [
    "Apply": ["Explored.swift"], "Barrier": ["Explored.swift"], "Group": ["Explored.swift", "Explored"],
    "Semaphore": ["Explored.swift", "Explored"], "Singleton": ["Explored.swift", "Explored"],
    "Source": ["Explored.swift", "Explored"],
]
/// What a lab uses beside LabKit.
let uses = ["Group": ["PhotoServer"], "Semaphore": ["PhotoServer"]]
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "interleave",
    products: [
        .executable(name: "interleave", targets: ["interleave"]),
        .executable(name: "photo-server", targets: ["photo-server"]),
        .library(name: "InterleavePreload", type: .dynamic, targets: ["PreloadStart"]),
        .library(name: "InterleaveExplore", type: .dynamic, targets: ["ExplorerHost"]),
    ] + labs.map { .executable(name: "lab-\($0.lowercased())", targets: ["lab-\($0.lowercased())"]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
    ],
    targets: [
        .target(
            name: "CInterposition",
            // The symbols below every call of the program: always optimised, and each in one piece, with a frame that leads to its caller.
            cSettings: [interposing],
            linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread"), .unsafeFlags(["-Xlinker", "--as-needed"])]),
        // What makes a preloadable library of it. It must not bring the Swift runtime into programs that have none.
        .target(
            name: "PreloadStart", dependencies: ["CInterposition"], cSettings: [interposing],
            linkerSettings: [.unsafeFlags(["-nostartfiles", "-static-stdlib"])]),
        .target(name: "Trace", exclude: ["Format.md"], swiftSettings: optimised),
        .target(name: "Recorder", dependencies: ["Trace", "CInterposition"], swiftSettings: optimised),
        .target(name: "Explorer", dependencies: ["Trace", "CInterposition"], swiftSettings: optimised + [unchecked]),
        // What a program to explore is linked with, as a library of its own.
        .target(name: "ExplorerHost", dependencies: ["Explorer"], swiftSettings: optimised + [unchecked]),
        .target(name: "Timeline", dependencies: ["Trace"], swiftSettings: optimised),
        .target(name: "Narration", dependencies: ["Trace"], swiftSettings: optimised),
        .target(name: "Export", dependencies: ["Trace"], swiftSettings: optimised),
        .target(name: "Diagnosis", dependencies: ["Trace", "Explorer"], swiftSettings: optimised),
        // Compiles plain Swift, runs it under the explorer in a process of its own, and tells what was found.
        .target(name: "Exploring", dependencies: ["Trace", "Recorder", "Explorer", "Diagnosis"], swiftSettings: optimised),
        .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
        .target(name: "Terminal", dependencies: ["Trace", "Timeline", "Narration", "CNcurses"], swiftSettings: optimised),
        .target(
            name: "LabKit",
            dependencies: ["Trace", "Recorder", "Explorer", "Exploring", "Timeline", "Narration", "Terminal", argumentParser]),
        // What calls attempts at exercises. The grader compiles it once more, for the attempts' programs; its entries only there.
        .target(name: "ExerciseChecks", exclude: ["Entries"]),
        .target(name: "Grading", dependencies: ["Trace", "Recorder", "Explorer", "Diagnosis", "Exploring", "ExerciseChecks"]),
        .executableTarget(
            name: "interleave",
            dependencies: [
                "Trace", "Recorder", "Explorer", "Exploring", "Timeline", "Narration", "Diagnosis", "Export", "Terminal", "LabKit",
                "Grading",
                argumentParser,
            ]),
        // What `interleave bench` times in a process of its own.
        .executableTarget(name: "BenchWorkload", swiftSettings: optimised),
        // What it explores there: optimised itself, the programs as users compile them.
        .executableTarget(name: "ExplorerWorkload", dependencies: ["Explorer", "ExploredPrograms"], swiftSettings: optimised),
        // A web server for labs, in a process of its own so that only the learner's code is recorded; the library starts it.
        .executableTarget(
            name: "photo-server",
            dependencies: [
                argumentParser, .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Labs/PhotoServer/Server", resources: [.copy("Photos")]),
        .target(name: "PhotoServer", dependencies: ["Recorder", "photo-server"], path: "Labs/PhotoServer/Library"),
        .testTarget(name: "PhotoServerTests", dependencies: ["PhotoServer"]),
        // The lab's asynchronous tests, as a project would have them.
        .testTarget(name: "SemaphoreLabTests", dependencies: ["PhotoServer", "SemaphoreScenario"]),
        .testTarget(name: "TraceTests", dependencies: ["Trace"]),
        .testTarget(name: "RecorderTests", dependencies: ["Recorder", "Trace"]),
        // What several tests need: traces made by hand, a terminal that tmux drives, golden files.
        .target(name: "TestSupport", dependencies: ["Trace", "Recorder"], path: "Tests/TestSupport"),
        .testTarget(name: "TimelineTests", dependencies: ["Timeline", "Trace", "TestSupport"], exclude: ["Golden"]),
        .testTarget(name: "ExportTests", dependencies: ["Export", "Trace"]),
        .testTarget(name: "NarrationTests", dependencies: ["Narration", "Trace", "TestSupport"]),
        .testTarget(name: "LabKitTests", dependencies: ["LabKit", "Recorder", "Trace", "TestSupport", "LabProbe", "lab-barrier"]),
        // What holds for every lab.
        .testTarget(
            name: "LabTests", dependencies: ["TestSupport"] + labs.map { .target(name: "lab-\($0.lowercased())") }, exclude: ["Golden"]),
        // What LabKitTests start: a lab whose variants crash, hang and throw.
        .executableTarget(name: "LabProbe", dependencies: ["LabKit", "Trace"], path: "Tests/LabProbe"),
        .testTarget(
            name: "TerminalTests", dependencies: ["Terminal", "Narration", "Timeline", "Trace", "TestSupport", "TerminalProbe"],
            exclude: ["Golden"]),
        // What TerminalTests start in a terminal: a stepper over a small run made by hand.
        .executableTarget(name: "TerminalProbe", dependencies: ["Terminal", "Narration", "Trace"], path: "Tests/TerminalProbe"),
        // Grades what the learner has done in `Exercises`, and nothing else; GradingTests see to the grader and to the exercises themselves.
        .testTarget(name: "ExerciseTests", dependencies: ["Grading"]),
        .testTarget(name: "GradingTests", dependencies: ["Grading", "Recorder"]),
        // What ExplorerTests explore: every access to memory calls the explorer.
        .target(name: "ExploredPrograms", path: "Tests/ExploredPrograms", swiftSettings: [instrumented, .swiftLanguageMode(.v5)]),
        .testTarget(name: "ExplorerTests", dependencies: ["Explorer", "ExploredPrograms"]),
        .testTarget(name: "ArchitectureTests"),
        // The commands are run as users run them; that they are dependencies sees to it that they are built.
        .testTarget(
            name: "CommandTests",
            dependencies: ["Trace", "Recorder", "TestSupport", "interleave", "lab-barrier", "BenchWorkload", "ExplorerWorkload"],
            exclude: ["Correct", "Explored", "Programs"]),
    ] + labs.flatMap(lab),
    swiftLanguageModes: [.v6]
)

/// C that defines the symbols below every call of the program: always optimised, each function in one piece, with a frame that leads to its caller;
/// a thread that is cancelled in the middle of a call unwinds through it.
var interposing: CSetting {
    .unsafeFlags([
        "-O2", "-g", "-fno-omit-frame-pointer", "-Xclang", "-fno-split-cold-code", "-fswift-async-fp=never", "-fexceptions", "-Wall",
        "-Wextra", "-Werror",
    ])
}

/// The explorer changes tasks in the middle of a function; what it holds lies behind pointers.
var unchecked: SwiftSetting { .unsafeFlags(["-enforce-exclusivity=unchecked", "-Ounchecked"]) }

/// Calls `__tsan_read8` and the like at every access to memory: they are ours.
var instrumented: SwiftSetting { .unsafeFlags(["-sanitize=thread", "-Onone"]) }

/// Rooms that work through whole traces are optimised in debug builds too: a learner should not wait for a timeline.
var optimised: [SwiftSetting] {
    [.unsafeFlags(["-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"], .when(configuration: .debug))]
}
