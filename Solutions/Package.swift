// swift-tools-version: 6.1
import Foundation
import PackageDescription

// For editors only, so that they understand each solution separately. To check, use the package
// above:
// swift run interleave exercises check
let exercises = ((try? FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory)) ?? [])
    .filter { FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\($0)/Exercise.swift") }.sorted()

let package = Package(
    name: "Solutions",
    targets: exercises.map {
        .target(
            name: "Solution\($0.prefix(2))", path: $0, exclude: ["README.md", "Right", "Wrong"],
            swiftSettings: [.swiftLanguageMode(.v5)])
    }
)
