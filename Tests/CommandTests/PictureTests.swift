import Foundation
import TestSupport
import Testing
import Trace

/// Pictures of real runs, compared with what the programs say themselves.
@Suite(.startsProcesses) struct PictureTests {
    let folder: Folder
    let program: String

    init() throws {
        folder = try Folder()
        program = try folder.program("Pictures.swift", "-parse-as-library", "-g")
    }

    private func view(_ options: String...) throws -> [String] {
        let traces = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".trace") }
        let file = folder.file(try #require(traces.first))
        return try Commands.run(["view", file] + options, in: folder).output.split(separator: "\n").map(String.init)
    }

    @Test("A thread that the program made has the name that it was given, and is in its own code and not idle while it computes")
    func threads() throws {
        let (outcome, trace) = try Commands.trace(program, ["threads"], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let made = trace.lanes.filter { !$0.isMain && !$0.isWorker }
        #expect(Set(made.map(\.name)) == ["decoder", "mixer", "loop"])
        let page = try view("--lanes", "threads", "--width", "100")
        for name in ["decoder", "mixer", "loop"] {
            let lane = try #require(page.first { $0.hasPrefix(name) })
            #expect(lane.contains("━━━") && !lane.contains("─"), "\(lane)")
        }
        #expect(page.contains { $0.contains("━━ thread in its own code") })
        let queues = try view("--lanes", "queues", "--width", "100")
        #expect(queues.contains { $0.hasPrefix("decoder") && $0.contains("━━━") }, "\(queues)")
    }

    private func number(ofTask name: String, _ trace: Trace) throws -> Int { try #require(trace.tasks.firstIndex { $0.name == name }) }

    @Test("A suspended task says what it waits for, and in which line")
    func suspended() throws {
        let (outcome, trace) = try Commands.trace(program, ["suspended"], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let history = TaskHistory(trace)
        let actor = try #require(trace.queues.firstIndex { $0.kind == .actor })
        let targets: [String: Trace.Await.Target] = [
            "value": .task, "continuation": .continuation, "sleep": .sleep, "element": .stream, "children": .child,
        ]
        let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.count == 5)
        for line in lines {
            // A task that can go on immediately awaits, and is not suspended.
            let name = String(line[0]), task = try number(ofTask: name, trace)
            let awaited = try #require(trace.awaits.first { $0.task == task }, "\(name)")
            #expect(awaited.target == targets[name])
            let place = try #require(awaited.place.flatMap { trace.places[$0].awaiting })
            #expect(place.file.hasSuffix("Pictures.swift") && String(place.line) == line[1], "\(name): \(place)")
            guard let found = history.lives[task].suspensions.first(where: { $0.place != nil }) else { continue }
            let child = { if case .child(.some(let child)) = found.reason { trace.tasks[child].parent } else { UInt64?.none } }()
            switch name {
            case "value": #expect(try found.reason == .task(number(ofTask: "first", trace)))
            case "continuation": #expect(found.reason == .continuation)
            case "sleep": #expect(found.reason == .sleep)
            case "element": #expect(found.reason == .stream)
            default: #expect(found.reason == .child(nil) || child == trace.tasks[task].id, "\(found)")
            }
            #expect(found.place.flatMap { trace.places[$0].awaiting } == place)
        }
        // A job that came to the actor before the other one had left it.
        let jobs = trace.items.filter { $0.queue == actor }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
        #expect(jobs.count == 2)
        if let came = jobs[1].enqueued, let left = jobs[0].ended, came < left {
            let task = try #require(trace.tasks.firstIndex { $0.id == jobs[1].task })
            #expect(history.lives[task].suspensions.contains { $0.reason == .turn(actor) })
        }
        #expect(try view("--width", "140").contains { $0.contains("awaits turn") || $0.contains("awaits value") })
    }

    @Test("A task keeps the name of its function after the record of its creation was overwritten")
    func wrapped() throws {
        let file = folder.file("wrapped.trace")
        let outcome = try Commands.run(["trace", "--buffer", "1MB", "-o", file, "--", program, "wrapped"], in: folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let trace = try TraceReader.read(path: file)
        #expect(trace.coverage.start > 0)
        let task = try #require(trace.tasks.first { $0.name.contains("wrapped()") }, "\(trace.tasks.map(\.name))")
        #expect(task.created == nil && task.parent != nil)
    }

    private struct Report: Decodable {
        struct Cost: Decodable {
            var kind: String
            var cost: Int64
            var text: String
            var file: String?
            var line: Int?
        }
        var costs: [Cost]
    }

    @Test(
        "The first lines of a summary name the cause of a planted problem and its line",
        arguments: [("lock", "lockWait"), ("actor", "queueBacklog"), ("semaphore", "blockedPool"), ("leak", "unfinishedTask")])
    func costs(mode: String, kind: String) throws {
        let (outcome, trace) = try Commands.trace(program, [mode], in: folder)
        #expect(outcome.code == 0 && trace.droppedRecords == 0, "\(outcome.errors)")
        let line = try #require(Int(outcome.output.filter { $0 != "\n" }))
        let text = try view("--load", "--json").joined(separator: "\n")
        let costs = try JSONDecoder().decode(Report.self, from: Data(text.utf8)).costs
        let found = try #require(costs.prefix(3).first { $0.kind == kind }, "\(costs)")
        // The blocked call is in a function of its own.
        let expected = kind == "blockedPool" ? nil : line
        #expect(found.file?.hasSuffix("Pictures.swift") == true && (expected == nil || found.line == expected), "\(costs)")
        #expect(costs.map(\.cost) == costs.map(\.cost).sorted(by: >))
        let page = try view("--plain", "--width", "400")
        let first = try #require(page.firstIndex { $0 == "Cost first:" })
        #expect(page[(first + 1)...].prefix(3).contains { $0.contains(found.text) }, "\(page)")
        switch kind {
        case "lockWait": #expect(found.text.contains("held it for") && found.text.contains("slept"), "\(found)")
        case "unfinishedTask": #expect(found.text.contains("5 tasks such as") && found.text.contains("continuation"), "\(found)")
        default: break
        }
    }

    @Test("The objects of one actor type share a lane, which says how many they are, until a lane for each is asked for")
    func cells() throws {
        let (outcome, trace) = try Commands.trace(program, ["cells", "40"], in: folder)
        #expect(outcome.code == 0 && trace.queues.count { $0.kind == .actor } == 40, "\(outcome.errors)")
        let page = try view("--lanes", "queues", "--table", "none", "--width", "120")
        #expect(page.count { $0.hasPrefix("Cell") && $0.contains("│") } == 1, "\(page)")
        #expect(page.contains { $0.hasPrefix("40 actor objects") })
        let each = try view("--lanes", "queues", "--table", "none", "--width", "120", "--each-actor")
        #expect(each.count { $0.hasPrefix("Cell") && $0.contains("│") } > 20, "\(each)")
    }

    @Test("A file has its path from the root in a trace, although the compiler was called in its folder")
    func paths() throws {
        let source = "import Dispatch\nDispatchQueue(label: \"q\").sync { print(1) }\n"
        try source.write(toFile: folder.file("main.swift"), atomically: true, encoding: .utf8)
        let compiled = try Commands.run("/bin/sh", ["-c", "cd '\(folder.path)' && swiftc -g main.swift -o small"], in: folder)
        #expect(compiled.code == 0, "\(compiled.errors)")
        let trace = try Commands.trace(folder.file("small"), [], in: folder).trace
        let files = Set(trace.places.compactMap { $0.call?.file ?? $0.closure?.file }.filter { $0.hasSuffix("main.swift") })
        #expect(!files.isEmpty && files.allSatisfy { $0.hasPrefix("/") && FileManager.default.fileExists(atPath: $0) }, "\(files)")
    }
}
