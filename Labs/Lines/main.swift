import Foundation
import LabKit
import LinesScenario

struct LinesParameters: LabParameters {
    @Option(
        help: ArgumentHelp("Bytes of the generated file (from 64K to 4G; default: 1M).", valueName: "size"),
        transform: byteCount(64 << 10, to: 4 << 30, example: "64K to 4G"))
    var size = 1 << 20

    @Option(
        help: ArgumentHelp("Bytes to read at a time (from 16 to 1M; default: 4K).", valueName: "size"),
        transform: byteCount(16, to: 1 << 20, example: "16 to 1M"))
    var chunk = 4096

    @Option(help: ArgumentHelp("Read this file. No file is generated.", valueName: "path"))
    var file: String?

    @Option(help: ArgumentHelp("Keep the generated file here.", valueName: "path"))
    var keep: String?

    @Flag(help: "Only measure: the file is read in three ways, without the recorder.")
    var figures = false

    func validate() throws {
        if file != nil && keep != nil { throw ValidationError("--file and --keep exclude each other: with --file, no file is generated.") }
    }
}

/// A number of bytes as people write it: 4096, 64K, 2M, 1G.
func byteCount(_ least: Int, to most: Int, example: String) -> @Sendable (String) throws -> Int {
    { text in
        let scales: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let scale = text.uppercased().last.flatMap { scales[$0] }
        let digits = scale == nil ? text[...] : text.dropLast()
        guard digits.allSatisfy(\.isASCII), let number = Int(digits),
            case let (bytes, false) = number.multipliedReportingOverflow(by: scale ?? 1), least <= bytes, bytes <= most
        else { throw ValidationError("It must be a size from \(example).") }
        return bytes
    }
}

extension Setting<LinesParameters> {
    /// The file to read: the learner's own one, or the generated one.
    var text: TextFile {
        if let path = parameters.file { return TextFile(path, chunkSize: parameters.chunk) }
        return TextFile(GeneratedFile.path ?? "", chunkSize: parameters.chunk, name: "the generated file")
    }
}

let lab = Lab<LinesParameters>(
    name: "lab-lines",
    title: "A large file, line by line, in little memory",
    about: """
        An app reads a text file and shows its lines. The file can be larger than the memory of the machine. So the app reads it in chunks,
        with an `InputStream`, on a background thread. A line rarely ends where a chunk ends, and a character can be cut in two. Then the
        lines have to get to the main thread, which can be busy. Seven of the nine variants contain a bug.
        """,
    next: [
        "`swift run lab-lines --variant batches --step` tells the run event by event: how often does the operation wait?",
        "`swift run lab-lines --size 50M --figures` reads 50 MB in three ways: time, heap and memory of each.",
        "`swift run lab-lines --variant torn-lines --chunk 64K`: how many lines are torn now? Then try your own file, with `--file`.",
        "`swift run lab-lines --variant flag --explore` counts the interleavings in which lines come late. Replay one of them.",
    ],
    prepare: prepareFile,
    variants: [
        Variant(
            "whole-file", "the whole file as a String, then split: memory grows with the file", prediction: .wholeFile,
            explored: .isNotExplored(because: "it has one thread, and so only one interleaving"), timeLimit: .seconds(900),
            run: { try $0.text.observeWholeFile() }, claims: wholeFileClaims),
        Variant(
            "torn-lines", "chunks, each split as if it were a whole file: torn lines", prediction: .tornLines,
            explored: .brings(.assertion), timeLimit: .seconds(900), run: { try $0.text.observeTornLines() }, claims: tornLinesClaims),
        Variant(
            "broken-characters", "the remainder is kept, each chunk is decoded first: broken characters", prediction: .brokenCharacters,
            explored: .brings(.assertion), fixes: ["torn-lines"], timeLimit: .seconds(900),
            run: { try $0.text.observeBrokenCharacters() }, claims: brokenCharactersClaims),
        Variant(
            "chunks", "chunks split as bytes, with the remainder kept", prediction: .chunks, explored: .brings(.none),
            fixes: ["broken-characters", "torn-lines", "whole-file"], timeLimit: .seconds(900), run: { try $0.text.observeChunks() },
            claims: chunksClaims),
        Variant(
            "each-line", "in the background, each line is a block for the main queue", prediction: .eachLine, explored: .brings(.none),
            timeLimit: .seconds(900), run: { try $0.observeApp(.eachLine) }, claims: eachLineClaims),
        Variant(
            "batches", "in the background, at most two batches wait in the main queue", prediction: .batches, explored: .brings(.none),
            fixes: ["each-line"], timeLimit: .seconds(900), run: { try $0.observeApp(.batches) }, claims: batchesClaims),
        Variant(
            "late-lines", "cancel(), and only the background thread looks: lines come late", prediction: .lateLines,
            explored: .brings(.assertion), timeLimit: .seconds(900), run: { try $0.text.observeCancelling(.lateBatches, .inTheMiddle) },
            claims: lateLinesClaims),
        Variant(
            "flag", "cancel(), and the main thread looks at isCancelled too: not enough at the end", prediction: .flag,
            explored: .brings(.assertion), fixes: ["late-lines"], timeLimit: .seconds(900),
            run: { try $0.text.observeCancelling(.batchesWithFlag, .atTheEnd) }, claims: flagClaims),
        Variant(
            "cancelled", "cancel(), and the main thread asks the list", prediction: .cancelled, explored: .brings(.none),
            fixes: ["flag", "late-lines"], timeLimit: .seconds(900),
            run: { try $0.text.observeCancelling(.batches, .atTheEnd) }, claims: cancelledClaims),
    ],
    afterRun: afterRun, followUps: followUps,
    staging: [
        "BusyTime.swift", "Heap.swift", "LineTally.swift", "FileFacts.swift", "SampleText.swift", "Observations.swift", "ObserveApp.swift",
        "Measure.swift",
    ],
    ownForms: [OwnForm("--figures", isChosen: \.figures, show: showFigures)])

lab.main()
