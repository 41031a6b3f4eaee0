import Foundation
import LabKit
import LinesScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "batches", asks: "Which thread ends the longest wait of the operation at `room.wait()`?",
        because: """
            The main thread shows a batch and then calls `room.signal()`. So the thread that reads goes at the speed of the main thread:
            back-pressure.
            """
    ) { trace in
        let waits = trace.waits.filter { $0.kind == .semaphore && $0.lane != 0 && !$0.passedAtOnce && $0.endedBy != nil }
        let longest = waits.max { ($0.ended ?? 0) - $0.began < ($1.ended ?? 0) - $1.began }
        let lane = longest?.endedBy.map { Int(trace.events[$0].lane) }
        return .one(of: trace.threadNames, right: trace.threadName(lane), at: longest?.ended)
    }
]

/// A small file of its own. (The folder of a run has room for one file.)
private func file(_ setting: Setting<LinesParameters>, _ text: String, chunk: Int = 4096) throws -> TextFile {
    let path = "\(setting.folder)/database"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return TextFile(path, chunkSize: chunk)
}

/// The questions after a wrong guess.
let followUps: [FollowUp<LinesParameters>] = [
    FollowUp(
        after: "whole-file", "torn-lines", "broken-characters", "chunks",
        asks: Variant(
            "small-chunks", "one line of 40 bytes, in chunks of 16 bytes",
            prediction: Prediction(
                """
                A `chunk` has 16 bytes, and each is split separately. The file is one line of 40 bytes and its newline. How many lines
                does the app show?
                """,
                about: [
                    .part(of: "readTornLines", from: "let splitter", through: "splitter.split"),
                    .part(of: "ForgetfulSplitter.split", from: "var rest"),
                ], choices: ["one", "two", "three"], answer: 2,
                because: "The chunks have 16, 16 and 9 bytes. The first two contain no newline, and the app shows each of them as a line.",
                at: .opening(.end), beside: ["rest.isEmpty": "{lines that the app shows}"]),
            run: { try file($0, String(repeating: "a", count: 40) + "\n", chunk: 16).observeTornLines() },
            claims: { [Claim("lines that the app shows", $0.observations.lines, "lines", .exactly(3), showsMistake: true)] })),
    FollowUp(
        after: "each-line", "batches", "late-lines", "flag", "cancelled",
        asks: Variant(
            "last-batch", "250 lines, in batches of 100",
            prediction: Prediction(
                "A `batch` has 100 lines, and the file has 250. How many blocks does the operation submit to the main queue?",
                about: [
                    "BatchOperation.deliver", "BatchOperation.deliverRemainder",
                    .part(of: "BatchOperation.handOver", from: "DispatchQueue.main", through: "}"),
                ], choices: ["two", "three", "250"], answer: 1,
                because:
                    "Two full batches, and the 50 lines that are left at the end. Without `deliverRemainder` they would never be shown.",
                at: .opening(.end), beside: ["DispatchQueue.main": "{blocks that were submitted} submitted"]),
            run: { try file($0, String(repeating: "a line\n", count: 250)).observe(.batches, mainIsBusyUntil: 0) },
            claims: { run in
                [
                    Claim("blocks that were submitted", run.observations.blocks, "blocks", .exactly(3)),
                    Claim("lines that were shown", run.observations.lines, "lines", .exactly(250)),
                ]
            })),
]
