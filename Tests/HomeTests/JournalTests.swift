import Foundation
import Testing

@testable import Course

@Suite("The journal, as a value and as a file") struct JournalTests {
    let folder: String
    let file: JournalFile
    init() throws {
        folder = NSTemporaryDirectory() + "journal-\(UUID().uuidString)"
        file = JournalFile(path: "\(folder)/interleave/journal.json")
    }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    private func verdict(_ name: String) -> Journal.Entry {
        Journal.Entry(verdictOn: name, command: ["replay", "token", name], folder: "/tmp", sentence: "data race.")
    }

    @Test("The newest entry is first, an older one about the same thing goes, and a finished lab stays finished")
    func order() {
        var journal = Journal()
        journal.add(Journal.Entry(lab: "lab-barrier", variant: "actor", next: nil, isFinished: true))
        journal.add(Journal.Entry(exercise: "01-once"))
        journal.add(Journal.Entry(lab: "lab-barrier", variant: "lock", next: "actor", isFinished: false))
        #expect(journal.entries.map(\.name) == ["barrier", "01-once"])
        #expect(journal.lab("barrier")?.isFinished == true)
        #expect(journal.lab("barrier")?.next == "actor")
    }

    @Test("The journal stays small: many entries of one kind push out the oldest of that kind, and nothing else")
    func bounded() {
        var journal = Journal()
        journal.add(Journal.Entry(exercise: "01-once"))
        for number in 0..<500 { journal.add(verdict("file-\(number).swift")) }
        #expect(journal.verdicts.count == Journal.most && journal.verdicts.first?.name == "file-499.swift")
        #expect(journal.entries.contains { $0.kind == .exercise })
        var long = verdict("x")
        long.sentence = String(repeating: "x", count: 10_000)
        journal.add(long)
        #expect(journal.verdicts.first?.sentence?.count == 300)
    }

    @Test("An entry that was added is read again, with its time; no file is an empty journal")
    func kept() throws {
        defer { clean() }
        #expect(file.read().journal == Journal() && file.read().trouble == nil)
        #expect(file.add(verdict("bank.swift")) == nil)
        #expect(file.add(Journal.Entry(exercise: "01-once")) == nil)
        let (journal, trouble) = file.read()
        #expect(trouble == nil && journal.entries.map(\.name) == ["01-once", "bank.swift"])
        let early = journal.entries.filter { $0.date < 1_600_000_000 }
        #expect(early.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/interleave") == ["journal.json"])
    }

    @Test("A damaged journal is put aside with its contents, twice too, and a new one begins", arguments: ["{ not JSON", "", "[1, 2]"])
    func damaged(_ text: String) throws {
        defer { clean() }
        try FileManager.default.createDirectory(atPath: "\(folder)/interleave", withIntermediateDirectories: true)
        for name in ["journal.json.damaged", "journal.json.damaged-2"] {
            try text.write(toFile: file.path, atomically: true, encoding: .utf8)
            let trouble = file.add(Journal.Entry(exercise: "01-once"))
            #expect(trouble?.contains("It is kept as \(folder)/interleave/\(name)") == true, "\(trouble ?? "nothing")")
            #expect(try String(contentsOfFile: "\(folder)/interleave/\(name)", encoding: .utf8) == text)
            #expect(file.read().journal.entries.map(\.name) == ["01-once"])
        }
    }

    @Test("A folder in the journal's place, and a state folder that cannot be made, are told, and nothing is lost")
    func unusable() throws {
        defer { clean() }
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        #expect(file.read().trouble?.contains("is not a file") == true)
        #expect(file.add(Journal.Entry(exercise: "01-once"))?.contains("is not a file") == true)
        let below = JournalFile(path: "/proc/interleave/journal.json")
        #expect(below.add(Journal.Entry(exercise: "01-once"))?.contains("cannot be made") == true)
        #expect(below.read().trouble == nil)
    }

    @Test("A full disk leaves the old journal as it was")
    func full() throws {
        defer { clean() }
        #expect(file.add(Journal.Entry(exercise: "01-once")) == nil)
        // The name of the new file leads to a device that is always full.
        let new = "\(file.path).\(getpid())"
        try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: "/dev/full")
        #expect(file.add(verdict("bank.swift"))?.contains("cannot be written") == true)
        #expect(file.read().journal.entries.map(\.name) == ["01-once"])
    }

    @Test("Writers at the same time lose nothing of each other's")
    func concurrent() async {
        defer { clean() }
        let file = file
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask { _ = file.add(Journal.Entry(verdictOn: "f\(number)", command: [], folder: "/", sentence: "")) }
            }
        }
        #expect(Set(file.read().journal.verdicts.map(\.name)).count == 20)
    }
}
