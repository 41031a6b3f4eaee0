import Words
import FoundationEssentials

/// The promises of lab-lines: little memory for a file of any size, and a speed that tools can be
/// compared with. All of them read the same file.
enum LinesBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        let lab = try MeasuredProgram(lab: "lab-lines")
        let small = try file(of: 10 << 20, lab, folder)
        let smallHeap = try read("4K", lab, folder)[0].kilobytes
        let large = try file(of: 1 << 30, lab, folder)

        var seconds: [String: [Double]] = [:], strings: [Double] = [], largeHeap = 0.0
        var words: [Double] = [], python: [Double] = []
        for _ in 0..<folder.rounds(3) {
            if let time = try time("wc", ["-l", folder.data], folder) { words.append(time) }
            if let time = try time("python3", ["-c", pythonLoop, folder.data], folder) { python.append(time) }
            for size in ["4K", "16K", "64K", "256K"] {
                let ways = try read(size, lab, folder)
                seconds[size, default: []].append(ways[0].seconds)
                if size == "4K" {
                    strings.append(ways[1].seconds)
                    largeHeap = max(largeHeap, ways[0].kilobytes)
                }
            }
        }
        let whole = try read("4K", variant: "whole-file", lab, folder)[0]
        let best = seconds.mapValues(\.median).min { $0.value < $1.value }
        let slow = seconds["4K"]?.median ?? 0
        var figures = [
            Figure(
                "lab-lines, heap for \(small), chunks of 4 KB", smallHeap, "KB", baseline: Double(folder.count(10 << 20)) / 1000,
                "size of the file", target: .init(of: .value, atMost: 800)),
            Figure(
                "heap for \(large), chunks of 4 KB", largeHeap, "KB", baseline: whole.kilobytes, "the whole file, split",
                target: .init(of: .value, atMost: 800)),
        ]
        if let best, !words.isEmpty {
            figures.append(
                Figure(
                    "lines of \(large), chunks of \(best.key)", best.value, "s", baseline: words.median, "wc -l",
                    target: .init(of: .ratio, atMost: 3)))
        }
        if !python.isEmpty {
            figures += [
                Figure(
                    "lines of \(large), chunks of 4K", slow, "s", baseline: python.median, "lines in Python",
                    target: .init(of: .ratio, atMost: 1)),
                Figure(
                    "the same, each line as a String", strings.median, "s", baseline: python.median, "lines in Python",
                    target: .init(of: .value)),
            ]
        }
        figures.append(
            Figure("the same, as bytes", slow, "s", baseline: whole.seconds, "the whole file, split", target: .init(of: .ratio, atMost: 1)))
        return figures
    }

    private static let pythonLoop = "import sys\nfor line in open(sys.argv[1], encoding='utf-8'): pass"

    /// Generates the file, and returns its size in words.
    private static func file(of size: Int, _ lab: MeasuredProgram, _ folder: borrowing BenchFolder) throws -> String {
        try? FileManager.default.removeItem(atPath: folder.data)
        let bytes = folder.count(size)
        _ = try lab.run(["--keep", folder.data, "--size", "\(bytes)", "--figures", "--variant", "chunks"], folder)
        return bytes >= 1 << 30 ? "\(bytes >> 30) GB" : bytes >= 1 << 20 ? "\(bytes >> 20) MB" : "\(bytes >> 10) KB"
    }

    /// The time of a tool, from its start to its end; nil if it is not installed.
    private static func time(_ tool: String, _ arguments: [String], _ folder: borrowing BenchFolder) throws -> Double? {
        try MeasuredProgram(tool: tool)?.run(arguments, folder).seconds
    }

    // MARK: the output of lab-lines --figures

    private struct Way {
        var seconds: Double
        /// The most heap in use.
        var kilobytes: Double
    }

    /// The ways of a variant to read the file: lines as bytes, and lines as strings.
    private static func read(
        _ chunk: String, variant: String = "chunks", _ lab: MeasuredProgram, _ folder: borrowing BenchFolder
    ) throws -> [Way] {
        let output = try lab.run(["--figures", "--variant", variant, "--file", folder.data, "--chunk", chunk], folder).output
        let ways = output.matches(of: /time: ([0-9.]+) s.*\n.*heap at most: ([0-9]+) KB/).compactMap { match in
            Double(match.1).flatMap { seconds in Double(match.2).map { Way(seconds: seconds, kilobytes: $0) } }
        }
        guard ways.count == (variant == "chunks" ? 2 : 1) else {
            throw ExplainedError(.ours, "lab-lines --figures printed no figures: \(output)")
        }
        return ways
    }
}
