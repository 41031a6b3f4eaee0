// swift-tools-version: 6.1
import PackageDescription

// For editors only, so that they understand each solution separately. To check, use the package
// above:
// swift run interleave exercises check
let exercises = ["01-once", "02-reader-writer", "03-group-notify", "05-apply-stride"]

let package = Package(
    name: "Solutions",
    targets: exercises.map {
        .target(
            name: "Solution\($0.prefix(2))", path: $0, exclude: ["README.md", "Starter.swift", "Right", "Wrong"],
            swiftSettings: [.swiftLanguageMode(.v5)])
    }
)
