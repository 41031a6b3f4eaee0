import ArgumentParser
import Export
import Glibc
import Trace

/// `interleave export`: a trace in another form, for other programs.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a trace in another form, for other programs.",
        discussion:
            "text: one fact or event a line, fields separated by tabs; lines that begin with # name the fields. Times in nanoseconds.")

    enum Format: String, ExpressibleByArgument, CaseIterable { case text }

    @Option(help: "The form: text.")
    var format: Format

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; else standard output.", valueName: "file"))
    var output: String?

    @Argument(help: ArgumentHelp("The trace to read.", valueName: "trace"))
    var file: String

    func run() throws {
        let form = TextForm(try TraceReader.read(path: file))
        guard let output else {
            try form.forEachPiece { piece throws(CommandFailure) in try StandardOutput.write(piece) }
            return
        }
        let target = try OutputFile(output, unlessItIs: file)
        try form.forEachPiece { piece throws(CommandFailure) in try target.write(piece) }
        try target.close()
    }
}

/// A file that a command writes its result to.
private struct OutputFile: ~Copyable {
    private let path: String
    private let stream: UnsafeMutablePointer<FILE>  // ours until `close`

    init(_ path: String, unlessItIs source: String) throws(CommandFailure) {
        var one = stat(), other = stat()
        if stat(path, &one) == 0, stat(source, &other) == 0, one.st_dev == other.st_dev, one.st_ino == other.st_ino {
            throw CommandFailure(.usage, "\(path) is the trace that is to be read.", cure: "Name another file with -o FILE.")
        }
        guard let stream = fopen(path, "w") else { throw Self.failure(path, errno) }
        self.path = path
        self.stream = stream
    }

    func write(_ text: String) throws(CommandFailure) {
        guard fputs(text, stream) >= 0 else { throw Self.failure(path, errno) }
    }

    consuming func close() throws(CommandFailure) {
        guard fclose(stream) == 0 else { throw Self.failure(path, errno) }
    }

    private static func failure(_ path: String, _ reason: Int32) -> CommandFailure {
        CommandFailure(
            .usage, "\(path) cannot be written: \(String(cString: strerror(reason))).",
            cure: "Name a file in a folder that you may write to and that has room, with -o FILE.")
    }
}
