import Words
import Glibc
import Testing

@testable import Trace

@Suite("Trace files on disk") struct FileTests {
    private func temporaryFile(_ bytes: [UInt8], size: Int? = nil, _ body: (String) throws -> Void) throws {
        var path = Array("/tmp/interleave-reader-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        try #require(descriptor >= 0)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(name) }
        try #require(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
        if let size { try #require(ftruncate(descriptor, off_t(size)) == 0) }
        close(descriptor)
        try body(name)
    }

    private func refusal(_ path: String, largest: Int = TraceReader.largestFile) -> ExplainedError? {
        do {
            _ = try TraceReader.read(path: path, largest: largest)
            return nil
        } catch { return error }
    }

    @Test("A file says the same as its bytes")
    func same() throws {
        let bytes = SampleTrace.encoder().encoded()
        try temporaryFile(bytes) { path in
            let fromFile = try TraceReader.read(path: path), fromBytes = try TraceReader.read(bytes: bytes)
            #expect(fromFile.events == fromBytes.events)
            #expect(fromFile.items == fromBytes.items)
            #expect(fromFile.damage == [])
        }
    }

    @Test("A sparse file of a terabyte is read as quickly as its data")
    func sparse() throws {
        let bytes = SampleTrace.encoder().encoded()
        let size = 4096 + (1 << 40)
        try temporaryFile(bytes, size: size) { path in
            let trace = try TraceReader.read(path: path)
            #expect(trace.events.count == (try TraceReader.read(bytes: bytes)).events.count)
            #expect(trace.damage == [])
        }
    }

    @Test("A file that is missing, empty, a folder, a pipe or too large is refused with a remedy")
    func refusals() throws {
        #expect(refusal("/nowhere/x.trace")?.code == .notFound)
        #expect(refusal("/tmp")?.code == .unreadable)
        #expect(refusal("/dev/zero")?.code == .unreadable)
        try temporaryFile([]) { path in
            #expect(refusal(path)?.code == .empty)
            unlink(path)
            try #require(mkfifo(path, 0o600) == 0)
            #expect(refusal(path)?.code == .unreadable)
        }
        try temporaryFile(SampleTrace.encoder().encoded()) { path in
            let error = refusal(path, largest: 5000)
            #expect(error?.code == .tooLarge)
            #expect(error?.description.hasPrefix("\(path): The file holds more than 5,000 bytes") == true)
        }
    }

    @Test("Names are appended to a file that was cut off, and its records stay unchanged")
    func append() throws {
        let bytes = SampleTrace.encoder().encoded()
        try temporaryFile(Array(bytes.dropLast(700))) { path in
            let before = try TraceReader.read(path: path)
            let unnamed = try PlaceNames.unnamed(path: path)
            #expect(unnamed.calls == [0x40_0100])
            #expect(unnamed.closures == [0x40_0200, 0x40_0300])
            #expect(unnamed.modules.map(\.path) == ["/tmp/album"])
            #expect(!unnamed.isAnnotated)
            let long = String(repeating: "long", count: 2000)
            try PlaceNames.append(
                [
                    PlaceNames.Name(
                        address: 0x40_0100, isClosure: false, location: Trace.Place.Location(function: "main", file: "a b.swift", line: 3)),
                    PlaceNames.Name(address: 0x40_0300, isClosure: true, location: Trace.Place.Location(function: long)),
                ], to: path)
            let after = try TraceReader.read(path: path)
            #expect(try PlaceNames.unnamed(path: path).isAnnotated)
            #expect(after.events == before.events)
            #expect(after.lanes == before.lanes)
            let place = try #require(after.places.first { $0.closureAddress == 0x40_0300 })
            #expect(place.call == Trace.Place.Location(function: "main", file: "a b.swift", line: 3))
            #expect(place.closure?.function.hasPrefix("longlong") == true)
            #expect(place.closure?.file == "")
        }
    }
}
