// swift-tools-version: 6.1
import PackageDescription

// For editors only, so that they understand each Exercise.swift separately. To grade, use the
// package above:
// swift run interleave grade 01-once
let exercises = [
    "01-once", "02-reader-writer", "03-group-notify", "04-group-balance", "05-apply-stride", "06-wait-for-callback",
    "07-at-most-n", "08-no-self-sync", "09-lock-order", "10-philosophers", "11-signal-counter", "12-cooperative-cancel",
    "13-async-operation", "14-dependency-diamond", "15-cancellable-work-item", "16-photo-pipeline", "17-progress-throttle",
    "18-line-reader", "19-bounded-buffer", "20-actor-reentrancy", "21-task-group-limit", "22-resume-exactly-once",
]

let package = Package(
    name: "Exercises",
    targets: exercises.map {
        .target(
            name: "Exercise\($0.prefix(2))", path: $0,
            exclude: ["README.md", "Starter.swift", "hints.md", "exercise.json", "Entry.swift", "Run.swift", "Judge.swift"],
            swiftSettings: [.swiftLanguageMode(.v5)])
    }
)
