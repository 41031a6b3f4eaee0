// swift-tools-version: 6.1
import PackageDescription

// For editors only, so that they understand each solution separately. To check, use the package
// above:
// swift run interleave exercises check
let exercises = [
    "01-once", "02-reader-writer", "03-group-notify", "04-group-balance", "05-apply-stride", "06-wait-for-callback",
    "07-at-most-n", "08-no-self-sync", "09-lock-order", "10-philosophers", "11-signal-counter", "12-cooperative-cancel",
    "13-async-operation", "14-dependency-diamond", "15-cancellable-work-item", "16-photo-pipeline", "17-progress-throttle",
    "18-line-reader", "19-bounded-buffer", "20-actor-reentrancy", "21-task-group-limit", "22-resume-exactly-once",
]

let package = Package(
    name: "Solutions",
    targets: exercises.map {
        .target(
            name: "Solution\($0.prefix(2))", path: $0, exclude: ["README.md", "Right", "Wrong"],
            swiftSettings: [.swiftLanguageMode(.v5)])
    }
)
