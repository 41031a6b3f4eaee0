import Foundation
import LabKit
import LinesScenario

extension Setting<LinesParameters> {
    /// The main thread is busy until the operation has submitted 4,096 lines, or all batches that it can submit.
    func observeApp(_ delivery: Delivery) throws -> Observations {
        try text.observe(delivery, mainIsBusyUntil: delivery == .eachLine ? 4096 : 2)
    }
}

/// `--figures`: the ways to read the file that the chosen variants have.
@Sendable func showFigures(_ page: FormPage<LinesParameters>) throws {
    let file = page.setting.text
    let ways = WayToRead.allCases.filter { page.variants.contains($0 == .wholeFile ? "whole-file" : "chunks") }
    guard !ways.isEmpty else {
        throw ExplainedError(
            .usage, "--figures measures whole-file and chunks only.", cure: "Leave out --variant, or name one of these two.")
    }
    for way in ways {
        let figures = try way.measure(file)
        let speed = figures.seconds > 0 ? Double(try file.size) / figures.seconds / 1e6 : 0
        page.line(way.rawValue)
        page.line("  lines: \(figures.lines), time: \(String(format: "%.3f", figures.seconds)) s, speed: \(Int(speed)) MB/s")
        let memory = figures.peakMemory.map(kilobytes) ?? "unknown"
        page.line("  heap at most: \(kilobytes(figures.mostHeap)), memory of the process at most: \(memory)")
    }
}

private func kilobytes(_ bytes: Int) -> String { "\((bytes + 999) / 1000) KB" }
