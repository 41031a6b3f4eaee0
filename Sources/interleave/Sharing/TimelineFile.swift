import Export
import FoundationEssentials
import Narration
import Timeline
import Trace

/// Files that show a whole run.
enum TimelineFile {
    static func page(_ trace: Trace) -> String { StoryPage(StepLog(trace), versions: [], source: source).html() }

    /// The timeline as a screen of 130 columns shows it.
    static func drawing(_ trace: Trace, title: String) -> String {
        let options = TimelineOptions(width: 130, lanes: LaneMode.usual(for: trace), style: .colour)
        return SVGDrawing(TimelineDrawing(trace, options: options).canvas().rows, title: title).text()
    }

    /// The text of a file of the program, as it is now; nil: it cannot be read, or is not a source file.
    static func source(_ path: String) -> String? {
        guard path.hasPrefix("/"), let data = FileManager.default.contents(atPath: path), data.count < 4 << 20 else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
