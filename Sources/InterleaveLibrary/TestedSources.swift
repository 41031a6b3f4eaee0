import FoundationEssentials
import Glibc
import Symbols
import Words

/// The package that a test belongs to: its files, and which modules of the test's program are instrumented.
struct TestedSources {
    /// The package's folder; nil: the test is not in a package.
    private let root: String?
    private let place: CallerPlace
    /// The package's other Swift files, in order.
    private let otherFiles: [String]

    /// Modules of this package that the test uses and whose accesses to memory are not seen; also the test's own module, if the program
    /// does not say which modules it has.
    private(set) var blindModules: Set<String> = []
    /// Modules of other packages that the test uses and whose accesses to memory are not seen, in order.
    private(set) var unseenModules: [String] = []

    /// The program of this process.
    static let program: String = {
        guard let path = realpath("/proc/self/exe", nil) else { return "/proc/self/exe" }
        defer { free(path) }
        return String(cString: path)
    }()

    private static let modules = ModuleInstrumentation.read(program)
    /// Results of earlier reads in this process; used by one exploration at a time.
    nonisolated(unsafe) private static var filesOfPackages: [String: [String]] = [:]
    nonisolated(unsafe) private static var importsOfFiles: [String: [String]] = [:]

    init(around place: CallerPlace) {
        self.place = place
        root = Self.package(around: place.filePath)
        otherFiles = root.map(Self.files)?.filter { $0 != place.filePath } ?? []
        let unseen = used.filter { Self.modules[$0].map { !$0.isInstrumented && !Self.isOurs($0.file) } ?? false }
        blindModules = unseen.filter { Self.modules[$0].map { isOwn($0.file) } ?? false }
        unseenModules = unseen.subtracting(blindModules).sorted()
        if Self.modules[place.module] == nil { blindModules.insert(place.module) }
    }

    /// The nearest folder above a file that has a manifest.
    private static func package(around file: String) -> String? {
        var folder = Substring(file)
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            folder = folder[..<slash]
            if FileManager.default.fileExists(atPath: "\(folder)/Package.swift") { return String(folder) }
        }
        return nil
    }

    private static func files(of root: String) -> [String] {
        if let known = filesOfPackages[root] { return known }
        let names = ["Sources", "Tests"].flatMap { folder in
            ((try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")) ?? []).map { "\(root)/\(folder)/\($0)" }
        }
        let files = names.filter { $0.hasSuffix(".swift") }.sorted()
        filesOfPackages[root] = files
        return files
    }

    private static func imports(of file: String) -> [String] {
        if let known = importsOfFiles[file] { return known }
        let text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let imports = Array(SwiftTokens(text).importedModules)
        importsOfFiles[file] = imports
        return imports
    }

    /// The files in which steps can happen, besides the test's own, with their names.
    var furtherFiles: [String: String] {
        var names: [String: String] = [:]
        for file in otherFiles where isOwn(file) { names[file] = file }
        return names
    }

    /// The modules that the test's module imports, and those that these import, as far as their source is in the package.
    private var used: Set<String> {
        var used: Set<String> = [], open = [(module: place.module, file: place.filePath)]
        while let next = open.popLast() {
            // (The library's own rooms import no module of a client.)
            guard used.insert(next.module).inserted, !Self.isOurs(next.file) else { continue }
            let folder = target(of: next.file)
            for file in [place.filePath] + otherFiles where folder != nil && file.hasPrefix(folder! + "/") {
                open += Self.imports(of: file).map { ($0, Self.modules[$0]?.file ?? "") }
            }
        }
        return used
    }

    /// The folder of the target that a file of this package belongs to; nil for a file of another package.
    private func target(of file: String) -> String? {
        guard let root, isOwn(file) else { return nil }
        let parts = file.dropFirst(root.count + 1).split(separator: "/")
        return parts.count > 2 ? "\(root)/\(parts[0])/\(parts[1])" : file.lastIndex(of: "/").map { String(file[..<$0]) }
    }

    private func isOwn(_ file: String) -> Bool {
        guard let root, file.hasPrefix(root + "/") else { return false }
        return !file.dropFirst(root.count).contains("/.build/") && !Self.isOurs(file)
    }

    /// Whether a file belongs to this library: it lies in the same folder as the library's rooms.
    private static func isOurs(_ file: String) -> Bool {
        let rooms = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        return file.hasPrefix("/\(rooms)/")
    }
}
