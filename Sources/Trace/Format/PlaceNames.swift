import Words
import Glibc

/// The names of places in a trace file: which addresses it holds, and how names for them are put into it.
public enum PlaceNames {
    /// The addresses in a trace.
    public struct Unnamed: Equatable, Sendable {
        /// Names were put into the file before.
        public var isAnnotated: Bool
        public var modules: [Trace.Module]
        /// Return addresses of calls, ascending.
        public var calls: [UInt64]
        /// Entry addresses of closures, ascending.
        public var closures: [UInt64]
        public init(isAnnotated: Bool, modules: [Trace.Module], calls: [UInt64], closures: [UInt64]) {
            self.isAnnotated = isAnnotated
            self.modules = modules
            self.calls = calls
            self.closures = closures
        }
    }

    public typealias Name = PlaceName

    /// The addresses in a trace file.
    ///
    /// Looks at the records without putting them in order: linear, and far quicker than reading the trace.
    /// - Throws: `ExplainedError`, as for reading a trace.
    public static func unnamed(path: String) throws(ExplainedError) -> Unnamed {
        let image = try FileImage(path: path, largest: TraceReader.largestFile)
        do {
            var words: [String] = []
            let header = try TraceHeader(image.bytes, damage: &words)
            let scan = Scan(image.bytes, extents: image.extents, chunkSize: header.chunkSize)
            return Unnamed(
                isAnnotated: header.flags & TraceFormat.Flag.annotated != 0, modules: scan.modules, calls: scan.calls.sorted(),
                closures: scan.closures.sorted())
        } catch {
            var error = error
            error.path = path
            throw error
        }
    }

    /// Appends names to a trace file, in chunks of their own, and marks it as annotated.
    /// - Throws: `ExplainedError` when the file is not a trace or cannot be written; it is then
    ///   unchanged.
    public static func append(_ names: [Name], to path: String) throws(ExplainedError) {
        let (header, size) = try shape(path)
        let chunk = header.chunkSize
        let used = max(size - TraceFormat.headerSize, 0)
        let end = TraceFormat.headerSize + (used + chunk - 1) / chunk * chunk
        let time = max(header.endTicks, header.startTicks)
        let bytes = TraceEncoder.nameChunks(names, chunkSize: chunk, time: time, sequence: TraceEncoder.sequenceOfNames)
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(path, errno) }
        defer { close(descriptor) }
        guard TraceWriter.write(bytes, to: descriptor, at: end) else {
            let number = errno
            ftruncate(descriptor, off_t(size))
            throw refusal(path, number)
        }
        var flags = (header.flags | TraceFormat.Flag.annotated).littleEndian
        let marked = withUnsafeBytes(of: &flags) { TraceWriter.write(Array($0), to: descriptor, at: TraceFormat.Header.flags) }
        if !marked { throw refusal(path, errno) }
    }

    /// The header of a trace, and the file's size.
    private static func shape(_ path: String) throws(ExplainedError) -> (TraceHeader, Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw refusal(path, errno) }
        defer { close(descriptor) }
        var page = [UInt8](repeating: 0, count: TraceFormat.headerSize)
        let count = pread(descriptor, &page, page.count, 0)
        var status = stat()
        guard count >= 0, fstat(descriptor, &status) == 0 else { throw refusal(path, errno) }
        page.removeLast(page.count - count)
        let result = page.withUnsafeBytes { bytes in
            Result { () throws(ExplainedError) in
                var words: [String] = []
                return try TraceHeader(bytes, damage: &words)
            }
        }
        return (try result.get(), Int(status.st_size))
    }

    private static func refusal(_ path: String, _ number: Int32) -> ExplainedError {
        ExplainedError(
            .unwritable, "The names of functions cannot be written into the trace: \(String(cString: strerror(number))).",
            cure: "The trace can be read without them. Free some space, or check that you can write to the file.", path: path)
    }

    /// Walks over the records of a file in the order in which they lie.
    private struct Scan {
        var modules: [Trace.Module] = []
        private var known: Set<Trace.Module> = []
        var calls = Addresses()
        var closures = Addresses()

        init(_ bytes: UnsafeRawBufferPointer, extents: [Range<Int>], chunkSize: Int) {
            var damage = DamageLog()
            let index = ChunkIndex(bytes, extents: extents, chunkSize: chunkSize, damage: &damage)
            for chunk in index.chunks { walk(bytes, chunk.records) }
        }

        private mutating func walk(_ bytes: UnsafeRawBufferPointer, _ records: Range<Int>) {
            var offset = records.lowerBound
            var module: Trace.Module?
            var owner = Event.Kind.place.rawValue
            while offset + TraceFormat.recordSize <= records.upperBound {
                let kind = bytes.number(offset + 8, as: UInt16.self)
                let object = bytes.number(offset + 16, as: UInt64.self)
                switch kind {
                case Event.Kind.place.rawValue:
                    calls.insert(bytes.number(offset, as: UInt64.self))
                    closures.insert(object)
                    // The value that a thunk has captured is a closure as well, and so is the function of a library that waits.
                    if Event.Kind.namesFunctions.contains(owner) { closures.insert(bytes.number(offset + 24, as: UInt64.self)) }
                case Event.Kind.moduleLoaded.rawValue:
                    module = Trace.Module(firstAddress: object, size: bytes.number(offset + 24, as: UInt64.self), path: "")
                case Event.Kind.text.rawValue:
                    let length = Int(bytes.number(offset + 10, as: UInt16.self) & TraceFormat.Detail.values)
                    let start = offset + TraceFormat.recordSize
                    if var named = module, named.firstAddress == object, length <= TraceFormat.longestText,
                        start + length <= records.upperBound
                    {
                        named.path = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)]), as: UTF8.self)
                        if known.insert(named).inserted { modules.append(named) }
                    }
                    module = nil
                    offset += (length + TraceFormat.recordSize - 1) / TraceFormat.recordSize * TraceFormat.recordSize
                default: break
                }
                owner = kind
                offset += TraceFormat.recordSize
            }
        }
    }

    /// A set of addresses other than 0.
    private struct Addresses {
        private var known = IntegerTable()
        private var all: [UInt64] = []

        mutating func insert(_ address: UInt64) {
            guard address != 0, known[address] == 0 else { return }
            known[address] = 1
            all.append(address)
        }

        func sorted() -> [UInt64] { all.sorted() }
    }
}
