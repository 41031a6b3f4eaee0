import Foundation
import Timeline
import Trace

/// A part of a timeline on a page: a comment that says what is drawn, and the block of text after it.
///
/// `<!-- timeline: barrier; from 5.5 ms; to 14 ms; threads; without main thread -->`: the run first, which in a lab is a variant. All
/// the others can be left out.
struct PageExcerpt {
    /// The recorded run that is drawn.
    var run: String
    /// What is said after the run, such as "from 5.5 ms".
    var details: [String]
    /// The lines between the fences, in the page.
    var lines: Range<Int>

    static let widestLine = 78
    static let mostLines = 16

    /// The excerpts of a page.
    static func all(in page: [String]) -> [PageExcerpt] {
        page.indices.filter { page[$0].hasPrefix("<!-- timeline: ") }.compactMap { index in
            guard let comment = page[index].wholeMatch(of: /<!-- timeline: (.+) -->/), page[(index + 1)...].first == "```",
                let end = page[(index + 2)...].firstIndex(of: "```")
            else { return nil }
            let words = comment.output.1.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            return PageExcerpt(run: words[0], details: Array(words.dropFirst()), lines: index + 2..<end)
        }
    }

    /// The drawing, without spaces at the ends of its lines.
    func drawn(from run: Trace) throws -> [String] {
        let run = run.withoutStaging()
        var options = TimelineOptions(width: Self.widestLine)
        var from: Int64 = 0, to = run.duration
        var hidden: Set<Substring> = []
        for detail in details {
            if let moment = detail.wholeMatch(of: /from ([\d.]+) ms/), let time = Double(moment.output.1) {
                from = Int64(time * 1_000_000)
            } else if let moment = detail.wholeMatch(of: /to ([\d.]+) ms/), let time = Double(moment.output.1) {
                to = Int64(time * 1_000_000)
            } else if let lane = detail.wholeMatch(of: /without (.+)/) {
                hidden.insert(lane.output.1)
            } else if let most = detail.wholeMatch(of: /(\d+) lanes/), let lanes = Int(most.output.1) {
                options.maximumLanes = lanes
            } else if detail == "threads" {
                options.lanes = .threads
            } else if detail == "tasks" {
                options.lanes = .tasks
            } else if detail == "dependencies" {
                options.showsDependencies = true
            } else if detail == "unfolded" {
                options.foldsIdleTime = false
            } else {
                throw UnknownDetail(text: detail)
            }
        }
        if from > 0 || to < run.duration { options.range = from..<to }
        var drawing = TimelineDrawing(run, options: options)
        drawing.options.filter.hidden = Set(
            drawing.layout.lanes.map(\.subject).filter { hidden.contains(Substring(drawing.name(of: $0))) })
        return drawing.text().split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    struct UnknownDetail: Error, CustomStringConvertible {
        var text: String
        var description: String { "The comment of an excerpt says “\(text)”. docs/add-a-lab.md lists what it can say." }
    }
}
