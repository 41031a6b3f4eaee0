import Foundation
import Testing

/// The rooms of the package and their floors: a room may import what is below it, and nothing else.
@Suite struct ArchitectureTests {
    /// For each room, the rooms it may import; what is not in this table may not be in the package.
    static let allowed: [String: Set<String>] = [
        "CInterposition": [],
        "PreloadStart": ["CInterposition"],
        "CNcurses": [],
        "Trace": [],
        "Recorder": ["Trace", "CInterposition"],
        "Explorer": ["Trace", "CInterposition"],
        "Timeline": ["Trace"],
        "Narration": ["Trace"],
        "ExplorerHost": ["Explorer"],
        "Diagnosis": ["Trace", "Explorer"],
        "Exploring": ["Trace", "Diagnosis", "Recorder", "Explorer"],
        "Export": ["Trace"],
        "Terminal": ["Trace", "Timeline", "Narration", "Diagnosis", "Export", "Recorder", "Explorer", "CNcurses"],
        "ExerciseChecks": ["Trace", "Recorder", "Explorer"],
        // It reads what the checks in an attempt's process observed.
        "Grading": ["Trace", "Timeline", "Narration", "Diagnosis", "Export", "Recorder", "Explorer", "Exploring", "ExerciseChecks"],
        "LabKit": ["Trace", "Timeline", "Narration", "Diagnosis", "Export", "Recorder", "Explorer", "Exploring", "Terminal"],
        "interleave": [
            "Trace", "Timeline", "Narration", "Diagnosis", "Export", "Recorder", "Explorer", "Exploring", "Terminal", "LabKit", "Grading",
        ],
        "BenchWorkload": [],
        "ExplorerWorkload": ["Explorer"],
    ]

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    struct Package: Decodable {
        struct Target: Decodable {
            struct Dependency: Decodable {
                var name: String
                private enum Key: String, CodingKey { case byName, target, product }
                init(from decoder: Decoder) throws {
                    let container = try decoder.container(keyedBy: Key.self)
                    for key in [Key.byName, .target, .product] where container.contains(key) {
                        var list = try container.nestedUnkeyedContainer(forKey: key)
                        name = try list.decode(String.self)
                        return
                    }
                    name = ""
                }
            }
            var name: String
            var type: String
            var path: String?
            var dependencies: [Dependency]
        }
        var targets: [Target]
    }

    static func package() throws -> Package {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("architecture-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // A scratch folder of its own: the one in use is locked by whoever runs these tests.
        process.arguments = ["swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Package.self, from: data)
    }

    @Test("Every room depends only on rooms that its floor allows")
    func dependencies() throws {
        let package = try Self.package()
        let rooms = package.targets.filter { ($0.path ?? "Sources/\($0.name)").hasPrefix("Sources/") && $0.type != "test" }
        #expect(rooms.count >= 8)
        for room in rooms {
            let allowed = try #require(Self.allowed[room.name], "\(room.name) is not in the table of rooms: give it a floor")
            for dependency in room.dependencies.map(\.name) where Self.allowed[dependency] != nil {
                #expect(allowed.contains(dependency), "\(room.name) may not import \(dependency)")
            }
        }
        for scenario in package.targets where scenario.name.hasSuffix("Scenario") {
            #expect(scenario.dependencies.isEmpty, "\(scenario.name) is plain Swift and depends on nothing of ours")
        }
    }

    @Test("What the sources import is what their floor allows, and scenarios and exercises import nothing of ours")
    func imports() throws {
        var seen = 0
        for file in try Self.sources() {
            let path = file.path.dropFirst(Self.root.path.count + 1).split(separator: "/").map(String.init)
            guard path[0] != "Tests", file.pathExtension == "swift" else { continue }
            let allowed: Set<String>
            switch path[0] {
            // The photo server, which labs share, is a process that somebody has to start.
            case "Labs" where path[1] == "PhotoServer": allowed = ["Recorder"]
            case "Labs": allowed = path[2].hasPrefix("Explored") || path.count > 3 && path[2] == "Scenario" ? [] : ["LabKit"]
            // What learners read and write is plain Swift.
            case "Exercises", "Solutions": allowed = []
            // The first lines of an attempt's program hand it over to the checks.
            case "Sources" where path[1] == "ExerciseChecks" && path[2] == "Entries": allowed = ["ExerciseChecks"]
            default: allowed = try #require(Self.allowed[path[1]], "\(path[1]) is not in the table of rooms")
            }
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ").filter {
                    !["@testable", "@_exported", "public", "internal", "private"].contains($0)
                }
                guard words.first == "import", let module = words.dropFirst().first.map(String.init) else { continue }
                seen += 1
                #expect(Self.allowed[module] == nil || allowed.contains(module), "\(path.joined(separator: "/")) may not import \(module)")
            }
        }
        #expect(seen > 20)
    }

    @Test("No source file is longer than 400 lines")
    func lengths() throws {
        for file in try Self.sources() {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect(lines <= 400, "\(file.path) has \(lines) lines: split it by facet")
        }
    }

    static func sources() throws -> [URL] {
        var files: [URL] = []
        for folder in ["Sources", "Labs", "Tests", "Exercises", "Solutions"] {
            let enumerator = FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            while let file = enumerator?.nextObject() as? URL {
                if ["swift", "c", "h"].contains(file.pathExtension) { files.append(file) }
            }
        }
        #expect(files.count > 30)
        return files
    }
}
