// swift-tools-version: 6.2
import PackageDescription

// A room may import the rooms below it (see the table in docs/architecture.md); Tests/ArchitectureTests holds it to that.

/// A lab: `Labs/<Name>/main.swift` and, compiled separately, `Labs/<Name>/Scenario`: the plain Swift that the learner reads.
///
/// `Explored.swift` is compiled only when the lab's variants are explored.
struct Lab {
    let name: String
    /// The folder `Explored` is there, too.
    var hasStandIns = false
    /// Targets that `main.swift` imports beside LabKit.
    var uses: [String] = []
    /// System libraries that the scenario imports.
    var libraries: [String] = []
    /// Products of other packages that the scenario imports.
    var packages: [Target.Dependency] = []
    /// Further settings of the scenario.
    var settings: [SwiftSetting] = []
    /// Folders with the lab's data: `Bundle.module` has them.
    var data: [String] = []

    var product: String { "lab-\(name.lowercased())" }

    var targets: [Target] {
        // LabKit hands on Trace; a target is compiled again only if a module that it names itself has changed.
        let dependencies: [Target.Dependency] = ["LabKit", "Trace", .target(name: "\(name)Scenario")]
        let used: [Target.Dependency] = uses.map { .target(name: $0) }
        let standIns: [String] = hasStandIns ? ["Explored"] : []
        let imported: [Target.Dependency] = libraries.map { .target(name: $0) }
        return [
            // Scenarios show what the compiler of today would refuse, so they speak the Swift that still allowed it.
            .target(
                name: "\(name)Scenario", dependencies: imported + packages, path: "Labs/\(name)/Scenario",
                swiftSettings: [.swiftLanguageMode(.v5)] + settings),
            .executableTarget(
                name: product, dependencies: dependencies + used, path: "Labs/\(name)",
                exclude: ["Scenario", "README.md", "Explored.swift"] + standIns, resources: data.map { .copy($0) }),
        ]
    }
}

/// A new lab needs one line here.
let labs = [
    Lab(name: "Actor", hasStandIns: true),
    Lab(name: "After"),
    Lab(name: "Apply"),
    Lab(name: "Barrier"),
    Lab(name: "Blocking", hasStandIns: true),
    Lab(name: "Cancel", hasStandIns: true),
    Lab(name: "Cancellation", hasStandIns: true),
    Lab(name: "Continuation"),
    Lab(name: "Deadlock"),
    Lab(name: "Dependencies"),
    Lab(name: "Draw", hasStandIns: true),
    Lab(name: "Group", hasStandIns: true, uses: ["PhotoServer"]),
    Lab(
        name: "Import", hasStandIns: true, packages: [.product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Toolkit"]))],
        data: ["Stops"]),
    Lab(name: "Lines", hasStandIns: true, libraries: ["CMalloc"]),
    Lab(name: "Network", hasStandIns: true, uses: ["PhotoServer"]),
    Lab(name: "Operations", hasStandIns: true),
    Lab(name: "Photos", hasStandIns: true, uses: ["PhotoServer"], libraries: ["CPng"]),
    Lab(name: "Pool", hasStandIns: true),
    Lab(name: "Priority", uses: ["SimulatedProcessor"]),
    Lab(name: "Queues"),
    // The lab measures what a protection costs. In a debug build the call alone would cost more.
    Lab(name: "Race", hasStandIns: true, settings: optimised),
    Lab(name: "Semaphore", hasStandIns: true, uses: ["PhotoServer"]),
    Lab(name: "Sendable", hasStandIns: true),
    Lab(name: "Singleton", hasStandIns: true),
    Lab(name: "Source", hasStandIns: true),
    Lab(name: "Stream", hasStandIns: true),
    Lab(name: "Tasks", hasStandIns: true),
    Lab(name: "Wakeup", hasStandIns: true),
    Lab(name: "Width", hasStandIns: true),
]
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Toolkit"]))

// Each list has a type of its own: older compilers cannot check one expression of this size.
let products: [Product] =
    [
        .executable(name: "interleave", targets: ["interleave"]),
        .executable(name: "photo-server", targets: ["photo-server"]),
        .executable(name: "explore-lab", targets: ["ExploreLab"]),
        .library(name: "InterleavePreload", type: .dynamic, targets: ["PreloadStart"]),
        .library(name: "InterleaveExplore", type: .dynamic, targets: ["ExplorerRuntime"]),
        .library(name: "Interleave", targets: ["Interleave"]),
    ] + labs.map { Product.executable(name: $0.product, targets: [$0.product]) }

let rooms: [Target] = [
    .target(
        name: "CInterposition",
        // The symbols below every call of the program: always optimised, and each in one piece, with a frame that leads to its caller.
        cSettings: [interposing, .headerSearchPath(".")],
        linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread"), .unsafeFlags(["-Xlinker", "--as-needed"])]),
    // What a parent asks of the system for the processes that it starts. No symbol of the program is intercepted here.
    .target(name: "CProcess", cSettings: [.unsafeFlags(["-O2", "-g", "-Wall", "-Wextra", "-Werror"])]),
    // What makes a preloadable library of it. It must not bring the Swift runtime into programs that have none.
    .target(
        name: "PreloadStart", dependencies: ["CProcess", "CInterposition"],
        cSettings: [interposing, .headerSearchPath("../CInterposition")],
        linkerSettings: [.unsafeFlags(["-nostartfiles", "-static-stdlib"])]),
    // Numbers, durations and lists as people write them; texts made safe, measured, and broken into words.
    .target(name: "Words", swiftSettings: brisk),
    // What the explorer and the readers of traces share: the kinds of records, their bytes, the verdicts.
    .target(name: "TraceRecords", exclude: ["Format.md"], swiftSettings: brisk),
    .target(name: "Trace", dependencies: ["Words", "TraceRecords"], swiftSettings: brisk),
    .target(name: "System", dependencies: ["Words", "Trace", "CProcess"]),
    .target(name: "Symbols", dependencies: ["Words", "Trace"], swiftSettings: brisk),
    .target(name: "Recorder", dependencies: ["Words", "Trace", "Symbols", "CInterposition"]),
    .target(name: "Explorer", dependencies: ["TraceRecords", "CProcess", "CInterposition"], swiftSettings: optimised + [unchecked]),
    // What a program to explore is linked with, as a library of its own.
    .target(name: "ExplorerRuntime", dependencies: ["Explorer"], swiftSettings: optimised + [unchecked]),
    .target(name: "Timeline", dependencies: ["Words", "Trace"]),
    .target(name: "Narration", dependencies: ["Words", "Trace", "Schedules"]),
    .target(name: "Export", dependencies: ["Words", "Trace", "Schedules", "Timeline", "Narration"], swiftSettings: brisk),
    // One execution as a table of source lines and values: what reports, steppers and files draw.
    .target(name: "Schedules", dependencies: ["Words"]),
    // A game in which the player chooses the schedule, as a value.
    .target(name: "Game", dependencies: ["Words", "Schedules"]),
    .target(name: "Diagnosis", dependencies: ["Words", "Trace", "Schedules", "Explorer"]),
    // Compiles plain Swift, runs it under the explorer in a process of its own, and tells what was found.
    .target(name: "ExplorationRunner", dependencies: ["Words", "Trace", "System", "Symbols", "Schedules", "Explorer", "Diagnosis"]),
    // Explores a function of a test in the test's own process.
    .target(
        name: "Interleave", dependencies: ["Words", "TraceRecords", "Symbols", "Explorer", "Diagnosis", "ExplorationRunner"],
        path: "Sources/InterleaveLibrary"),
    // Builds the modules of a package for the explorer.
    .target(name: "Packages", dependencies: ["Words", "Trace", "System", "Symbols", "ExplorationRunner"]),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CPng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CMalloc"),
    // The path through labs, exercises and pages, and the journal of what a learner has seen last.
    .target(name: "Course", dependencies: ["System"]),
    // The home of `interleave` as a value: its list, its pages, its keys.
    .target(name: "Home", dependencies: ["Words", "Timeline", "Terminal", "Course"]),
    .target(name: "Terminal", dependencies: ["Words", "Trace", "System", "Timeline", "Narration", "CNcurses"]),
    .target(
        name: "LabKit",
        dependencies: ["Words", "Trace", "System", "Symbols", "Recorder", "Timeline", "Narration", "Terminal", "Course", argumentParser]),
    // What a lab becomes for `--explore` and `--replay`: so a lab is built and run without the explorer.
    .executableTarget(
        name: "ExploreLab", dependencies: ["Words", "Trace", "System", "Explorer", "ExplorationRunner", "Terminal", "LabKit"]),
    // A machine of the explorer for the labs that need one.
    .target(name: "SimulatedProcessor", dependencies: ["Trace", "Symbols", "Explorer", "LabKit"]),
    // What calls attempts at exercises. The grader compiles it once more, for the attempts' programs. Links in `Runs` lead to the files
    // `Run.swift` of the exercises, and links in `Grading/Judges` to their files `Judge.swift`.
    .target(name: "ExerciseChecks", exclude: ["Declared/Entry.swift"]),
    .target(
        name: "Grading",
        dependencies: [
            "Words", "Trace", "System", "Symbols", "Recorder", "Schedules", "Explorer", "Diagnosis", "ExplorationRunner", "ExerciseChecks",
        ]),
    // Watches a learner's file, has it graded on each save, and shows the verdict.
    .target(
        name: "Learning",
        dependencies: ["Words", "Trace", "System", "ExplorationRunner", "Timeline", "Narration", "Terminal", "Grading"]),
    .executableTarget(
        name: "interleave",
        dependencies: [
            "Words", "Trace", "System", "Symbols", "Recorder", "Explorer", "ExplorationRunner", "Packages", "Timeline", "Narration",
            "Diagnosis",
            "Schedules", "Game", "Export", "Terminal", "LabKit",
            "Grading", "Learning", "Course", "Home",
            argumentParser,
        ]),
    // What `interleave bench` times in a process of its own.
    .executableTarget(name: "RecorderWorkload", path: "Benchmarks/RecorderWorkload", swiftSettings: optimised),
    // What it explores there: optimised itself, the programs as users compile them.
    .executableTarget(
        name: "ExplorerWorkload", dependencies: ["Explorer", "ExploredPrograms"], path: "Benchmarks/ExplorerWorkload",
        swiftSettings: optimised),
    // A web server for labs, in a process of its own so that only the learner's code is recorded; the library starts it.
    .executableTarget(
        name: "photo-server",
        dependencies: [
            argumentParser, .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Toolkit"])),
            .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Toolkit"])),
        ],
        path: "Labs/PhotoServer/Server", resources: [.copy("Photos")]),
    .target(name: "PhotoServer", dependencies: ["Words", "System", "photo-server"], path: "Labs/PhotoServer/Library"),
]

// A test that starts a program does not depend on it: the build of the tests makes all programs, and a dependency would link each of them
// into the tests, and have their modules wait for it.
let tests: [Target] = [
    .testTarget(name: "PhotoServerTests", dependencies: ["Words", "PhotoServer", "TestSupport"]),
    // The lab's asynchronous tests, as a project would have them.
    .testTarget(name: "SemaphoreLabTests", dependencies: ["PhotoServer", "SemaphoreScenario", "TestSupport"]),
    // The photo table: its client, its pictures, and the lab in a terminal.
    .testTarget(name: "PhotosLabTests", dependencies: ["PhotoServer", "PhotosScenario", "System", "TestSupport"]),
    // The reader of lines, with files that are hard to read, and the lab with them.
    .testTarget(name: "LinesLabTests", dependencies: ["LinesScenario", "System", "TestSupport"]),

    // The import: its parser, its database with faults, and the lab in a terminal.
    .testTarget(name: "ImportLabTests", dependencies: ["CMalloc", "ImportScenario", "System", "TestSupport"]),
    .testTarget(name: "WordsTests", dependencies: ["Words"]),
    .testTarget(name: "TraceTests", dependencies: ["Words", "Trace", "TestSupport"]),
    .testTarget(name: "RecorderTests", dependencies: ["Words", "Recorder", "System", "Symbols", "Trace", "TestSupport"]),
    // What several tests need: traces made by hand, a terminal that tmux drives, golden files.
    .target(name: "TestSupport", dependencies: ["Trace", "System", "Recorder"], path: "Tests/TestSupport"),
    .testTarget(name: "TimelineTests", dependencies: ["Words", "Timeline", "Trace", "TestSupport"], exclude: ["Golden", "Recorded"]),
    .testTarget(
        name: "ExportTests", dependencies: ["Words", "Export", "Trace", "Schedules", "Timeline", "Narration", "TestSupport"],
        exclude: ["Golden"]),
    .testTarget(name: "NarrationTests", dependencies: ["Words", "Narration", "Schedules", "Trace", "TestSupport"]),
    .testTarget(
        name: "LabKitTests",
        dependencies: ["Words", "LabKit", "System", "Recorder", "Terminal", "Trace", "TestSupport"]),
    // What holds for every lab.
    .testTarget(
        name: "LabTests",
        dependencies: ["Words", "Narration", "Terminal", "TestSupport", "Trace"],
        exclude: ["Golden"]),
    // What LabKitTests start: a lab whose variants crash, hang and throw.
    .executableTarget(name: "LabProbe", dependencies: ["LabKit", "Trace"], path: "Tests/LabProbe"),
    .testTarget(
        name: "TerminalTests", dependencies: ["Words", "Terminal", "Narration", "Timeline", "Trace", "TestSupport"],
        exclude: ["Golden"]),
    // What TerminalTests start in a terminal: a stepper over a small run made by hand.
    .executableTarget(name: "TerminalProbe", dependencies: ["Terminal", "Narration", "System", "Trace"], path: "Tests/TerminalProbe"),
    // Grades what the learner has done in `Exercises`, and nothing else; GradingTests see to the grader and to the exercises themselves.
    .testTarget(name: "ExerciseTests", dependencies: ["Grading"]),
    .testTarget(
        name: "GradingTests", dependencies: ["Words", "Grading", "System", "Recorder", "Explorer", "Trace", "Schedules", "TestSupport"]),
    // The learner's screen as a value; and the session in a terminal and in a pipe.
    .testTarget(
        name: "LearningTests",
        dependencies: ["Learning", "Grading", "System", "Terminal", "Timeline", "Trace", "TestSupport"],
        exclude: ["Golden"]),
    // What ExplorerTests explore: every access to memory calls the explorer.
    .target(name: "ExploredPrograms", path: "Tests/ExploredPrograms", swiftSettings: [instrumented, .swiftLanguageMode(.v5)]),
    .testTarget(name: "ExplorerTests", dependencies: ["Explorer", "ExploredPrograms", "Recorder", "TestSupport"]),
    // The home as a value, its journal as a file, and both in a terminal.
    .testTarget(
        name: "HomeTests", dependencies: ["Home", "Course", "Terminal", "Timeline", "TestSupport"],
        exclude: ["Golden"]),
    .testTarget(name: "GameTests", dependencies: ["Game", "Schedules", "Explorer", "ExplorationRunner", "TraceRecords", "TestSupport"]),
    .testTarget(name: "ArchitectureTests"),
    // Tests as a client of the library writes them: they are instrumented themselves.
    .testTarget(name: "InterleaveTests", dependencies: ["Interleave", "ExploredPrograms"], swiftSettings: [seen]),
    // The commands are run as users run them.
    .testTarget(
        name: "CommandTests",
        dependencies: ["Trace", "System", "Recorder", "TestSupport"],
        exclude: ["Correct", "Deciding", "Explored", "Golden", "Programs", "Tables"]),
]

let package = Package(
    name: "interleave",
    products: products,
    // A package that uses only the library says `traits: []`, and then fetches no other package.
    traits: [
        .trait(name: "Toolkit", description: "The labs, the exercises and the command interleave."), .default(enabledTraits: ["Toolkit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
        // The database of lab-import.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: rooms + tests + labs.flatMap(\.targets),
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    // What a module says itself comes last, and wins.
    target.swiftSettings = onePiece + (target.swiftSettings ?? [])
}

/// In a debug build each module is compiled in one piece, and its interface with it: of the processor time of several pieces, that saves a
/// tenth for a large module and two thirds for a small one. A first lab, and every check, waits for the compiler.
var onePiece: [SwiftSetting] {
    [
        .unsafeFlags(
            ["-whole-module-optimization", "-disable-batch-mode", "-num-threads", "1", "-no-emit-module-separately-wmo"],
            .when(configuration: .debug))
    ]
}

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

/// The same, as a client of the library writes it: the linker hears nothing of it.
var seen: SwiftSetting { .unsafeFlags(["-Xfrontend", "-sanitize=thread"]) }

/// Rooms that read whole traces are optimised in debug builds too: a learner should not wait for a timeline. For size: that takes the
/// compiler less time, and a first lab waits for the compiler.
var brisk: [SwiftSetting] {
    [.unsafeFlags(["-Osize", "-num-threads", "2"], .when(configuration: .debug))]
}

/// What is measured, or runs a program thousands of times, is optimised for speed in debug builds too.
var optimised: [SwiftSetting] {
    [.unsafeFlags(["-O", "-num-threads", "2"], .when(configuration: .debug))]
}
