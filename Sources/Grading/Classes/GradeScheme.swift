import Words
import FoundationEssentials
import Glibc
import System

/// The exercise, the program and the compiler that a grade depends on, as hashes. Two grades with different
/// ones cannot be compared.
public struct GradeScheme: Codable, Equatable, Sendable {
    /// The exercise's files: its declaration, its checks, its small tests, its starter.
    public var exercise = ""
    /// The sources that the checks of all exercises share.
    public var checks = ""
    /// The build of this program and of its libraries.
    public var program = ""
    /// The Swift compiler.
    public var compiler = ""

    public init() {}

    /// The changes since a grade was made, in words; empty if there are none.
    public func changes(since earlier: GradeScheme) -> [String] {
        var changes: [String] = []
        if exercise != earlier.exercise { changes.append("the files of the exercise have changed") }
        if checks != earlier.checks { changes.append("the checks of the package have changed") }
        if program != earlier.program { changes.append("this is another build of Interleave") }
        if compiler != earlier.compiler { changes.append("this is another Swift compiler") }
        return changes
    }
}

/// Reads what grades depend on: once for a class.
public struct GradeSchemes {
    private let package: String
    private var scheme = GradeScheme()

    /// - Parameter build: the folder of this program and of its libraries.
    public init(package: String, build: BuildFolder) {
        self.package = package
        var checks = Fingerprint()
        let folder = "\(package)/Sources/ExerciseChecks"
        // (The files of an exercise are in its own folder, too.)
        Self.add(Self.files(in: folder).filter { !$0.hasPrefix("Runs/") }, of: folder, to: &checks)
        scheme.checks = checks.text
        var program = Fingerprint()
        for path in ["/proc/self/exe", "\(build.folder)/libInterleavePreload.so", "\(build.folder)/libInterleaveExplore.so"] {
            program.addPart(BuildIdentity.bytes(of: path))
        }
        scheme.program = program.text
        var compiler = Fingerprint()
        compiler.addPart(Compiler.identity)
        scheme.compiler = compiler.text
    }

    public func scheme(of exercise: Exercise) -> GradeScheme {
        var scheme = scheme, files = Fingerprint()
        let folder = ExerciseFolder(exercise, in: package).path
        Self.add(Self.files(in: folder).filter { !Self.withoutEffect.contains($0) }, of: folder, to: &files)
        scheme.exercise = files.text
        return scheme
    }

    /// Files of an exercise that change no grade: the learner's own, and texts for people.
    private static let withoutEffect: Set<String> = ["Exercise.swift", "README.md", "hints.md"]

    private static func files(in folder: String) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func add(_ files: [String], of folder: String, to fingerprint: inout Fingerprint) {
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") else { continue }
            fingerprint.addPart(file.utf8)
            fingerprint.addPart(bytes)
        }
    }
}

/// The identity of a program or a library: its linker's hash of its contents.
enum BuildIdentity {
    /// The build identity in an ELF file; its size and its date, if it has none.
    static func bytes(of path: String) -> Data {
        if let begin = begin(of: path), let identity = note(in: begin) { return identity }
        var facts = stat()
        guard stat(path, &facts) == 0 else { return Data() }
        return Data("\(facts.st_size) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec)".utf8)
    }

    private static func begin(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        return bytes.prefix(max(0, read(file, &bytes, bytes.count))).map { $0 }
    }

    /// The contents of the note that the linker writes (ELF-64, `NT_GNU_BUILD_ID`); nil if it is not in these bytes.
    static func note(in bytes: [UInt8]) -> Data? {
        func number(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset + size <= bytes.count else { return nil }
            return Int(truncatingIfNeeded: (0..<size).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[offset + $1]) })
        }
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]), let table = number(32, 8), let size = number(54, 2),
            let count = number(56, 2)
        else { return nil }
        for index in 0..<count {
            let header = table + index * size
            guard number(header, 4) == 4, var place = number(header + 8, 8), let length = number(header + 32, 8) else { continue }
            let end = place + length
            while place + 12 <= end, let name = number(place, 4), let content = number(place + 4, 4), let kind = number(place + 8, 4) {
                let begin = place + 12 + (name + 3) / 4 * 4
                if kind == 3, name == 4, begin + content <= bytes.count { return Data(bytes[begin..<begin + content]) }
                place = begin + (content + 3) / 4 * 4
            }
        }
        return nil
    }
}
