import Words
import Glibc

/// The bytes of a file, copied into memory of our own, and which of its stretches hold data.
///
/// The file is copied, not mapped: if a mapped file is shortened while it is read, the reader is
/// killed. The copy is as sparse as the file: a recorder's file is mostly a hole until it fills,
/// and what was never written is neither read nor given memory.
struct FileImage: ~Copyable {
    /// The whole file; outside `extents` it reads as zeros.
    let bytes: UnsafeRawBufferPointer
    /// Stretches that hold data, ascending.
    let extents: [Range<Int>]
    /// Owned: made and unmapped by this value alone.
    private let mapping: UnsafeMutableRawPointer?

    init(path: String, largest: Int) throws(ExplainedError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.refusal(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.refusal(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let what = status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is not a regular file"
            throw ExplainedError(
                .unreadable, "This \(what), but a trace is a file.",
                cure: "Give the path of a trace file, as written by -o or --record.",
                path: path)
        }
        let size = Int(status.st_size)
        guard size > 0 else {
            throw ExplainedError(
                .empty, "The file is empty: it has 0 bytes, and a trace begins with a header of 4,096.",
                cure: "The recorder never started, or the disk was full. Record the run again.", path: path)
        }
        let extents = Self.dataExtents(descriptor, size: size)
        guard extents.reduce(0, { $0 + $1.count }) <= largest else {
            throw ExplainedError(
                .tooLarge, "The file holds more than \(Wording.grouped(largest)) bytes of data, which is more than this version reads.",
                byte: largest,
                cure: "Record again with a smaller --buffer: the end of the run is kept.", path: path)
        }
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else {
            throw ExplainedError(
                .tooLarge, "There is no memory for a file of \(Wording.grouped(size)) bytes.",
                cure: "Record again with a smaller --buffer.",
                path: path)
        }
        var read: [Range<Int>] = []
        for extent in extents {
            let end = Self.copy(descriptor, extent, to: memory)
            if end > extent.lowerBound { read.append(extent.lowerBound..<end) }
        }
        bytes = UnsafeRawBufferPointer(start: memory, count: size)
        mapping = memory
        self.extents = read
    }

    deinit { if let mapping { munmap(mapping, bytes.count) } }

    /// Gives the memory of an image's bytes back to the system, before the image ends. Afterwards the bytes read as zeros.
    static func release(_ bytes: UnsafeRawBufferPointer) {
        madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, MADV_DONTNEED)
    }

    /// Copies a stretch of the file; returns where the file really ended.
    private static func copy(_ descriptor: Int32, _ extent: Range<Int>, to memory: UnsafeMutableRawPointer) -> Int {
        var offset = extent.lowerBound
        while offset < extent.upperBound {
            let count = pread(descriptor, memory + offset, extent.upperBound - offset, off_t(offset))
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            offset += count
        }
        return offset
    }

    /// The stretches of the file with data; the whole file where the file system does not know.
    private static func dataExtents(_ descriptor: Int32, size: Int) -> [Range<Int>] {
        let seekData: Int32 = 3, seekHole: Int32 = 4
        var extents: [Range<Int>] = []
        var offset = 0
        while offset < size {
            let start = lseek(descriptor, off_t(offset), seekData)
            if start < 0 {
                if errno == ENXIO { break }
                return [0..<size]
            }
            let end = lseek(descriptor, start, seekHole)
            let upper = end < 0 ? size : min(Int(end), size)
            guard Int(start) < upper else { break }
            extents.append(Int(start)..<upper)
            offset = upper
        }
        return extents
    }

    private static func refusal(_ path: String, _ number: Int32) -> ExplainedError {
        let words = String(cString: strerror(number))
        guard number == ENOENT || number == ENOTDIR else {
            return ExplainedError(
                .unreadable, "The file cannot be read: \(words).", cure: "Check that you can read it (ls -l), then try again.", path: path)
        }
        return ExplainedError(
            .notFound, "There is no such file.", cure: "Check the path. The command trace makes one.",
            path: path)
    }
}
