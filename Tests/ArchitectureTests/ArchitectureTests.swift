import Foundation
import Testing

/// The rooms of the package and their floors: a room imports only rooms below it.
@Suite struct ArchitectureTests {
    /// For each room, the rooms that it can import. Every room of the package must be in this
    /// table.
    static let allowed: [String: Set<String>] = [
        "CInterposition": [],
        "CProcess": [],
        "PreloadStart": ["CProcess", "CInterposition"],
        "CNcurses": [],
        "CPng": [],
        "CMalloc": [],
        "Words": [],
        "TraceRecords": [],
        // It hands on TraceRecords.
        "Trace": ["Words", "TraceRecords"],
        "System": ["Words", "Trace", "CProcess"],
        "Symbols": ["Words", "Trace"],
        "Recorder": ["Words", "Trace", "Symbols", "CInterposition"],
        "Explorer": ["TraceRecords", "CProcess", "CInterposition"],
        "Timeline": ["Words", "Trace"],
        "Narration": ["Words", "Trace", "Schedules"],
        "Export": ["Words", "Trace", "Schedules", "Timeline", "Narration"],
        "ExplorerRuntime": ["Explorer"],
        "Schedules": ["Words"],
        "Game": ["Words", "Schedules"],
        "Diagnosis": ["Words", "Trace", "Schedules", "Explorer"],
        "ExplorationRunner": ["Words", "Trace", "System", "Symbols", "Schedules", "Explorer", "Diagnosis"],
        "Interleave": ["Words", "TraceRecords", "Symbols", "Explorer", "Diagnosis", "ExplorationRunner"],
        "Packages": ["Words", "Trace", "System", "Symbols", "ExplorationRunner"],
        "Terminal": ["Words", "Trace", "System", "Timeline", "Narration", "CNcurses"],
        "ExerciseChecks": [],
        "Grading": [
            "Words", "Trace", "System", "Symbols", "Recorder", "Schedules", "Explorer", "Diagnosis", "ExplorationRunner",
            // It reads what the checks in an attempt's process observed.
            "ExerciseChecks",
        ],
        "Course": ["System"],
        "Home": ["Words", "Timeline", "Terminal", "Course"],
        "LabKit": ["Words", "Trace", "System", "Symbols", "Recorder", "Timeline", "Narration", "Terminal", "Course"],
        "ExploreLab": ["Words", "Trace", "System", "Explorer", "ExplorationRunner", "Terminal", "LabKit"],
        "SimulatedProcessor": ["Trace", "Symbols", "Explorer", "LabKit"],
        "Learning": ["Words", "Trace", "System", "ExplorationRunner", "Timeline", "Narration", "Terminal", "Grading"],
        "interleave": [
            "Words", "Trace", "System", "Symbols", "Recorder", "Explorer", "Diagnosis", "ExplorationRunner", "Packages", "Timeline",
            "Narration", "Schedules", "Game", "Export",
            "Terminal", "LabKit", "Grading", "Learning", "Course", "Home",
        ],
        "RecorderWorkload": [],
        "ExplorerWorkload": ["Explorer"],
    ]

    /// Rooms that are only a door to a library of the system: a scenario can import them.
    static let systemLibraries: Set<String> = ["CPng", "CMalloc"]

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
        // A scratch folder of its own: the process that runs these tests has locked the usual one.
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
                #expect(allowed.contains(dependency), "\(room.name) must not import \(dependency)")
            }
        }
        let own = Set(package.targets.map(\.name)).subtracting(Self.systemLibraries)
        for scenario in package.targets where scenario.name.hasSuffix("Scenario") {
            let ours = scenario.dependencies.map(\.name).filter(own.contains)
            #expect(ours.isEmpty, "\(scenario.name) is plain Swift and depends on nothing of ours")
        }
    }

    @Test("The sources import only rooms that their floor allows, and scenarios and exercises import no room of the package")
    func imports() throws {
        var seen = 0
        for file in try Self.sources() {
            let path = file.path.dropFirst(Self.root.path.count + 1).split(separator: "/").map(String.init)
            guard path[0] != "Tests", file.pathExtension == "swift" else { continue }
            let allowed: Set<String>
            switch path[0] {
            // The photo server, which labs share, is a separate process.
            case "Labs" where path[1] == "PhotoServer": allowed = ["Words", "System", "Trace"]
            case "Labs":
                allowed =
                    path[2].hasPrefix("Explored") || path.count > 3 && path[2] == "Scenario"
                    ? Self.systemLibraries : ["LabKit", "SimulatedProcessor"]
            // The code that judges an attempt is in two rooms, by links. The first lines of an attempt's program call the checks.
            case "Exercises" where path.last == "Judge.swift": allowed = Self.allowed["Grading"] ?? []
            case "Exercises" where path.last == "Run.swift": allowed = Self.allowed["ExerciseChecks"] ?? []
            case "Exercises" where path.last == "Entry.swift" || path.last == "Checks.swift": allowed = ["ExerciseChecks"]
            // Learners read and write plain Swift.
            case "Exercises", "Solutions": allowed = []
            case "Sources" where path[1] == "ExerciseChecks" && path.last == "Entry.swift": allowed = ["ExerciseChecks"]
            // (Two folders whose names differ only in case could not be on one Mac.)
            case "Sources" where path[1] == "InterleaveLibrary": allowed = Self.allowed["Interleave"] ?? []
            default: allowed = try #require(Self.allowed[path[1]], "\(path[1]) is not in the table of rooms")
            }
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ").filter {
                    !["@testable", "@_exported", "public", "internal", "private"].contains($0)
                }
                guard words.first == "import", let module = words.dropFirst().first.map(String.init) else { continue }
                seen += 1
                #expect(Self.allowed[module] == nil || allowed.contains(module), "\(path.joined(separator: "/")) must not import \(module)")
            }
        }
        #expect(seen > 20)
    }

    /// The rooms that a room needs, however many lie between.
    private static func needs(_ room: String) -> Set<String> {
        var reached: Set<String> = [], next = [room]
        while let room = next.popLast() { next += (allowed[room] ?? []).filter { reached.insert($0).inserted } }
        return reached
    }

    @Test("The explorer needs the kinds of records and the two rooms in C, and nothing else")
    func core() {
        #expect(Self.needs("Explorer") == ["TraceRecords", "CProcess", "CInterposition"])
    }

    @Test("Only the rooms that record or explore bring intercepted functions into a program")
    func interception() {
        for room in ["System", "Trace", "Symbols", "Timeline", "Narration", "Export", "Terminal"] {
            #expect(!Self.needs(room).contains("CInterposition"), "\(room)")
        }
    }

    @Test("The table of rooms in docs/architecture.md names each room, and the rooms that it can import")
    func documentedRooms() throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent("docs/architecture.md"), encoding: .utf8)
        var documented: [String: Set<String>] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3 else { continue }
            documented[cells[0].trimmingCharacters(in: ["`"])] = Set(cells[2].matches(of: /`(\w+)`/).map { String($0.output.1) })
        }
        #expect(Set(documented.keys) == Set(Self.allowed.keys))
        for (room, imports) in Self.allowed { #expect(documented[room] == imports, "\(room) in docs/architecture.md") }
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
        for folder in ["Sources", "Benchmarks", "Labs", "Tests", "Exercises", "Solutions"] {
            let enumerator = FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
            while let file = enumerator?.nextObject() as? URL {
                if ["swift", "c", "h"].contains(file.pathExtension) { files.append(file) }
            }
        }
        #expect(files.count > 30)
        return files
    }
}
