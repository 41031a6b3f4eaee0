import Words
import Glibc
import Symbols

/// The few facts about an executable that matter here: whether it is linked dynamically, and to
/// which libraries.
///
/// Offsets come from the file and are not trusted: additions wrap, and reads outside of the file
/// give zero.
struct ExecutableImage {
    private var is64Bit = true
    private var isDynamic = false
    private var needed: [String] = []
    /// The path of the dynamic linker.
    private var linker = ""

    /// nil for anything except an ELF file: for example a script, whose interpreter the system will
    /// start.
    init?(_ file: Int32) {
        let header = Self.read(file, 0, 64)
        guard header.count == 64, Array(header[0..<4]) == [0x7F, 0x45, 0x4C, 0x46] else { return nil }
        guard header[4] == 2, header[5] == 1 else {
            is64Bit = false
            return
        }
        let table = Self.number(header, 32, 8), size = Self.number(header, 54, 2), count = Self.number(header, 56, 2)
        guard size >= 56 else { return }
        let segments = (0..<min(count, 256)).map { Self.read(file, table &+ $0 * size, 56) }.filter { $0.count == 56 }
        // Segment types: 2 is the dynamic section, 3 is the dynamic linker's path, which a static
        // program does not have.
        if let segment = segments.first(where: { Self.number($0, 0, 4) == 3 }) {
            isDynamic = true
            let path = Self.read(file, Self.number(segment, 8, 8), min(Self.number(segment, 32, 8), 4096))
            linker = String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
        }
        for segment in segments where Self.number(segment, 0, 4) == 2 {
            readNeeded(Self.read(file, Self.number(segment, 8, 8), min(Self.number(segment, 32, 8), 1 << 20)), segments, file)
        }
    }

    private mutating func readNeeded(_ entries: [UInt8], _ segments: [[UInt8]], _ file: Int32) {
        let pairs = stride(from: 0, to: entries.count - 15, by: 16).map {
            (tag: Self.number(entries, $0, 8), value: Self.number(entries, $0 + 8, 8))
        }
        guard let address = pairs.first(where: { $0.tag == 5 })?.value else { return }
        // The string table's address, as an offset in the file.
        let home = segments.first {
            let start = Self.number($0, 16, 8)
            return Self.number($0, 0, 4) == 1 && start <= address && address < start &+ Self.number($0, 32, 8)
        }
        guard let home else { return }
        let strings = address &- Self.number(home, 16, 8) &+ Self.number(home, 8, 8)
        for pair in pairs where pair.tag == 1 {
            needed.append(String(decoding: Self.read(file, strings &+ pair.value, 256).prefix { $0 != 0 }, as: UTF8.self))
        }
    }

    func check(_ path: String) throws {
        guard is64Bit else {
            throw ExplainedError(.usage, "\(path) was built for another kind of machine (32 bits).", cure: "Build it for this one.")
        }
        guard isDynamic else {
            throw ExplainedError(
                .usage, "\(path) is linked statically, so the recorder cannot be preloaded.",
                cure: "Build it without -static-executable.")
        }
        try checkSanitizers(path)
        guard !needed.isEmpty, !needed.contains(where: { $0.hasPrefix("libdispatch") || $0.hasPrefix("libswiftCore") }) else { return }
        // It can still load them itself (a shell script's interpreter, a plug-in host), but a Swift
        // program would name them.
        if Self.carriesSwiftRuntime(path) {
            throw ExplainedError(
                .usage, "\(path) contains the Swift libraries (-static-stdlib), so its calls cannot be recorded.",
                cure: "Build it without -static-stdlib.")
        }
    }

    /// Whether a program uses libdispatch, Foundation or Swift's concurrency, so that the recorder would find something in it.
    static func canBeRecorded(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        guard let image = ExecutableImage(file), image.is64Bit, image.isDynamic else { return false }
        let libraries = ["libdispatch.", "libswiftDispatch.", "libswift_Concurrency.", "libFoundation"]
        return image.needed.contains { name in libraries.contains { name.hasPrefix($0) } }
    }

    /// A sanitizer's runtime intercepts calls between the program and the system's libraries, as
    /// the recorder does. Some of them cannot run together with a second interceptor.
    private func checkSanitizers(_ path: String) throws {
        let shared = needed.first { $0.contains("clang_rt.tsan") || $0.hasPrefix("libtsan.") }
        if shared != nil || Symbolicator.carriesThreadSanitizer(path) {
            throw ExplainedError(
                .usage,
                """
                \(path) was built with ThreadSanitizer (-sanitize=thread). Its runtime replaces the same functions as the recorder, and \
                the two do not work together.
                """,
                cure:
                    "Build it without -sanitize=thread, and trace the new program. Or run it without interleave to see ThreadSanitizer's reports."
            )
        }
        if isDynamic, let library = LoadedLibraries.withThreadSanitizer(of: path, needed: needed, linker: linker) {
            throw ExplainedError(
                .usage,
                """
                \(path) loads \(ShownPath.short(library)), which was built with ThreadSanitizer (-sanitize=thread). \
                ThreadSanitizer and the recorder do not work together.
                """, cure: "Build the library without -sanitize=thread, and trace the program then.")
        }
        if let shared = needed.first(where: { $0.contains("clang_rt.asan") || $0.hasPrefix("libasan.") }) {
            throw ExplainedError(
                .usage, "\(path) loads AddressSanitizer's runtime from a library (\(shared)), which refuses to run after the recorder.",
                cure: "Build it with the runtime inside (without -shared-libsan), or without -sanitize=address.")
        }
    }

    private static func read(_ file: Int32, _ offset: Int, _ count: Int) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
        }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
        guard offset >= 0, offset + size <= bytes.count else { return 0 }
        return (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }

    /// Whether the file contains the Swift runtime: the name of one of its functions in the file's
    /// own symbols or strings.
    private static func carriesSwiftRuntime(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        guard size > 0, let bytes = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), bytes != MAP_FAILED else { return false }
        defer { munmap(bytes, size) }
        let name = Array("swift_retain".utf8)
        var from = 0
        while from + name.count <= size, let found = memchr(bytes + from, Int32(name[0]), size - from - name.count + 1) {
            if memcmp(found, name, name.count) == 0 { return true }
            from = found - bytes + 1
        }
        return false
    }
}
