/// The results of one run.
public struct Observations: Codable, Sendable {
    public var facts = FileFacts()
    public var lines = 0
    /// Whether the lines are the first lines of the file, in its order.
    public var isRight = false
    public var replacements = 0
    /// The most bytes that were allocated at one time.
    public var mostHeap = 0
    /// Why the file was not read; nil: it was read.
    public var refusal: String?

    // In the variants with a main thread.

    /// The blocks that the operation submitted to the main queue.
    public var blocks = 0
    public var linesOffMainThread = 0
    public var linesAfterCancel = 0
    /// Blocks that were submitted before `cancel()`.
    public var blocksBeforeCancel = 0

    init(_ tally: LineTally, of file: TextFile) throws {
        let truth = try FileFacts.read(file, comparing: tally.lines)
        facts = truth.facts
        lines = tally.lines
        isRight = tally.hash == truth.tally.hash
        replacements = tally.replacements
        mostHeap = tally.mostHeap
    }
}

extension TextFile {
    public func observeWholeFile() throws -> Observations {
        do {
            return try observe { tally in
                let lines = try readWholeFile(self)
                withExtendedLifetime(lines) { tally.lookAtHeap() }  // Now everything is in memory.
                for line in lines { tally.add(String(line)) }
            }
        } catch {
            var seen = try Observations(LineTally(), of: self)
            seen.refusal = "it is not valid UTF-8"
            return seen
        }
    }

    public func observeTornLines() throws -> Observations {
        try observe { tally in try readTornLines(of: self) { tally.add($0) } }
    }

    public func observeBrokenCharacters() throws -> Observations {
        try observe { tally in try readBrokenCharacters(of: self) { tally.add($0) } }
    }

    public func observeChunks() throws -> Observations {
        try observe { tally in try readLines(of: self) { tally.add(String(decoding: $0, as: UTF8.self)) } }
    }

    private func observe(_ read: @escaping @Sendable (inout LineTally) throws -> Void) throws -> Observations {
        let tally = try readInBackground {
            var tally = LineTally()
            try read(&tally)
            return tally
        }
        return try Observations(tally, of: self)
    }
}
