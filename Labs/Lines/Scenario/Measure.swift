import Glibc

/// The figures of one reading, without the recorder.
public struct ReadingFigures: Sendable {
    public var lines = 0
    public var seconds = 0.0
    public var mostHeap = 0
    /// The most memory of the process, as the kernel counts it; nil if the kernel does not say.
    public var peakMemory: Int?
}

/// A way to read a file of lines.
public enum WayToRead: String, CaseIterable, Sendable {
    case wholeFile = "the whole file in memory, with split"
    case bytes = "chunks, each line as bytes"
    case strings = "chunks, each line as a String"

    public func measure(_ file: TextFile) throws -> ReadingFigures {
        Heap.trim()
        resetPeak()
        var figures = ReadingFigures()
        var bytesUntilLook = 0
        func count(_ bytes: Int) {
            figures.lines += 1
            bytesUntilLook -= bytes + 1
            if bytesUntilLook <= 0 {
                figures.mostHeap = max(figures.mostHeap, Heap.liveBytes)
                bytesUntilLook = 1 << 20
            }
        }
        let start = ContinuousClock.now
        switch self {
        case .wholeFile:
            let lines = try readWholeFile(file)
            withExtendedLifetime(lines) { figures.mostHeap = Heap.liveBytes }
            figures.lines = lines.count
        case .bytes: try readLines(of: file) { count($0.count) }
        case .strings: try readLines(of: file) { count(String(decoding: $0, as: UTF8.self).utf8.count) }
        }
        figures.seconds = (ContinuousClock.now - start) / .seconds(1)
        figures.peakMemory = peakMemory()
        return figures
    }

    /// Tells the kernel to forget the highest value until now.
    private func resetPeak() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }

    private func peakMemory() -> Int? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            var kilobytes = 0
            let isFound = withUnsafeMutablePointer(to: &kilobytes) { number in
                withVaList([number]) { vsscanf(line, "VmHWM: %ld", $0) == 1 }
            }
            if isFound { return kilobytes * 1024 }
        }
        return nil
    }
}
