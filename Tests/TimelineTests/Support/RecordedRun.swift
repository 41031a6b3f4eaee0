import Foundation

@testable import Trace

/// A real run, kept as text: the records of a trace file, one on a line, without what belongs to one machine.
///
/// Its fields are separated by tabs. The first line is about the process: program, origin, number, end, status. A line that begins with
/// `name` is the name of an address, and one that begins with `text` is a text of the file. Each other line is an event: time, lane,
/// kind, detail, object, argument. If it has a place or an extra value, the addresses of its call and its closure follow, and that value.
/// `Format.md` explains all these. Times are in nanoseconds; addresses are hexadecimal.
struct RecordedRun {
    private(set) var lines: [String]

    init(text: String) { lines = text.split(separator: "\n").map(String.init) }

    /// The text of the run.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Reads a trace file, as a lab's `--record` writes it.
    init(traceFile: URL) throws {
        let bytes = try Data(contentsOf: traceFile)
        lines = try bytes.withUnsafeBytes { bytes in
            var words: [String] = [], damage = DamageLog()
            let header = try TraceHeader(bytes, damage: &words)
            let index = ChunkIndex(bytes, extents: [0..<bytes.count], chunkSize: header.chunkSize, damage: &damage)
            let clock = TraceClock(header, chunks: index.chunks, damage: &damage)
            let recording = RecordDecoder.decode(bytes, index: index, clock: clock)
            return [Self.line(about: header, clock)] + recording.placeNames.map(Self.line) + Self.events(of: recording)
        }
    }

    /// The facts of the run, read as from a trace file.
    func trace() throws -> Trace {
        let fields = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        var header = TraceEncoder.Header()
        let process = fields[0]
        header.chunkSize = 16 << 10
        header.program = process[0]
        header.origin = process[1] == "simulation" ? .simulation : .recorder
        header.processID = UInt32(process[2]) ?? 0
        header.endTicks = UInt64(process[3])
        header.endNanoseconds = header.endTicks
        header.status = UInt32(process[4])
        header.isAnnotated = true
        var encoder = TraceEncoder(header)
        var time: UInt64 = 0
        for line in fields.dropFirst() {
            switch line[0] {
            case "name": Self.append(name: line, to: &encoder)
            case "text": Self.append(text: line, at: time, to: &encoder)
            default:
                time = UInt64(line[0]) ?? 0
                Self.append(event: line, at: time, to: &encoder)
            }
        }
        return try TraceReader.read(bytes: encoder.encoded())
    }
}

extension RecordedRun {
    private static func line(about header: TraceHeader, _ clock: TraceClock) -> String {
        let program = header.program.split(separator: "/").last.map(String.init) ?? ""
        let end = header.endTicks == 0 ? 0 : clock.nanoseconds(header.endTicks) ?? 0
        let origin = header.origin == .simulation ? "simulation" : "recorder"
        return [program, origin, String(header.processID), String(end), String(header.status)].joined(separator: "\t")
    }

    /// The path of a file of a lab begins with the folder `Labs`. Any other path is cut to the name of its file.
    private static func line(_ name: PlaceNames.Name) -> String {
        let location = name.location
        let file =
            location.file.range(of: "/Labs/").map { "Labs/" + location.file[$0.upperBound...] }
            ?? String(location.file.split(separator: "/").last ?? "")
        let bits = (name.isClosure ? 1 : 0) | (location.isStaging ? TraceFormat.staging : 0)
        return ["name", hex(name.address), String(bits), String(location.line), location.function, file, location.text]
            .joined(separator: "\t")
    }

    private static func append(name: [String], to encoder: inout TraceEncoder) {
        encoder.append(
            .placeName, at: 0, lane: 0, object: number(name[1]), argument: UInt64(name[3]) ?? 0, detail: UInt16(name[2]) ?? 0,
            text: name[4...].joined(separator: "\t"), isPinned: true)
    }

    private static func events(of recording: Recording) -> [String] {
        let extras = Dictionary(recording.extras.map { ($0.event, $0.value) }) { $1 }
        let texts = Dictionary(grouping: recording.texts) { max($0.event, 0) }
        return (0..<recording.events.count).flatMap { index in
            let event = recording.events[index]
            let lane = String(recording.laneNumbers[Int(event.lane)])
            var fields = [
                String(event.time), lane, String(event.kind.rawValue), String(event.detail), hex(event.object), hex(event.argument),
            ]
            if event.place >= 0 || extras[index] != nil {
                let place = event.place >= 0 ? recording.places[Int(event.place)] : Trace.Place()
                fields += [hex(place.callAddress), hex(place.closureAddress), hex(extras[index] ?? 0)]
            }
            let names = texts[index, default: []].map { ["text", lane, String($0.use), hex($0.object), $0.text] }
            return ([fields] + names).map { $0.joined(separator: "\t") }
        }
    }

    private static func append(event: [String], at time: UInt64, to encoder: inout TraceEncoder) {
        let place = event.count > 8 ? TraceEncoder.Place(call: number(event[6]), closure: number(event[7]), extra: number(event[8])) : nil
        encoder.append(
            Event.Kind(rawValue: UInt16(event[2]) ?? 0), at: time, lane: UInt32(event[1]) ?? 0, object: number(event[4]),
            argument: number(event[5]), detail: UInt16(event[3]) ?? 0, place: place)
    }

    private static func append(text: [String], at time: UInt64, to encoder: inout TraceEncoder) {
        encoder.append(
            text: text[4], of: number(text[3]), Event.Kind(rawValue: UInt16(text[2]) ?? 0), at: time, lane: UInt32(text[1]) ?? 0)
    }

    private static func hex(_ number: UInt64) -> String { String(number, radix: 16) }
    private static func number(_ text: String) -> UInt64 { UInt64(text, radix: 16) ?? 0 }
}
