import Foundation
import Testing

/// A package with a module of each kind, in a folder of its own: built once for all tests.
final class PackageFixture: @unchecked Sendable {  // Its tests run one after the other.
    let folder: Folder
    private let name: String
    var path: String { folder.file(name) }

    static let shared = Result { try PackageFixture() }

    /// - Parameter name: the folder of the package.
    init(_ files: [String: String] = PackageFixture.files, name: String = "Shop") throws {
        self.name = name
        folder = try Folder()
        for (name, text) in files { try write(text, to: name) }
    }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: folder.file(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Explores a file beside the package.
    func explore(_ text: String, _ options: String..., package: String? = "Shop", name: String = "scenario.swift") throws
        -> Commands.Outcome
    {
        try write(text, to: name)
        let given = package.map { ["--package", folder.file($0)] } ?? []
        return try Commands.run(["explore", folder.file(name)] + given + options, in: folder)
    }

    func report(_ text: String, _ options: String..., code: Int32) throws -> PackageReport {
        try write(text, to: "scenario.swift")
        let arguments = ["explore", "--json", folder.file("scenario.swift"), "--package", path] + options
        let outcome = try Commands.run(arguments, in: folder)
        try #require(outcome.code == code, "\(outcome.output.prefix(1000)) \(outcome.errors)")
        return try JSONDecoder().decode(PackageReport.self, from: Data(outcome.output.utf8))
    }

    /// The number of a line with a text in a file.
    func line(_ text: String, in name: String) throws -> Int {
        let lines = try String(contentsOfFile: folder.file(name), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        return try #require(lines.firstIndex { $0.contains(text) }) + 1
    }

    /// When each compiled file was made.
    func dates() throws -> [String: Date] {
        let root = "\(path)/.build/interleave"
        var dates: [String: Date] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) where name.hasSuffix(".swift.o") || name.hasSuffix(".c.o") {
            dates[name] = try FileManager.default.attributesOfItem(atPath: "\(root)/\(name)")[.modificationDate] as? Date
        }
        return dates
    }

    static let files = [
        "Supply/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Supply", products: [.library(name: "Supply", targets: ["Supply", "Locks"])],
            targets: [.target(name: "Supply"), .target(name: "Locks")])
        """,
        "Supply/Sources/Supply/Supply.swift": """
        public func price(_ number: Int) -> Int { number * 2 }

        public func fill(_ buffer: UnsafeMutablePointer<Int>, with value: Int) { buffer.pointee += value }
        """,
        "Supply/Sources/Locks/Locks.swift": """
        import Synchronization

        public final class Guarded: Sendable {
            private let mutex = Mutex(())
            public init() {}
            public func hold(_ body: () -> Void) { mutex.withLock { _ in body() } }
        }
        """,
        "Shop/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Shop", products: [.library(name: "Shop", targets: ["Shop"]), .library(name: "Stock", targets: ["Stock"])],
            dependencies: [.package(path: "../Supply")],
            targets: [
                .target(name: "CStock"), .target(name: "Stock", dependencies: ["CStock"]),
                .target(
                    name: "Shop",
                    dependencies: ["Stock", .product(name: "Supply", package: "Supply")], linkerSettings: [.linkedLibrary("m")]),
                .executableTarget(name: "shop-tool", dependencies: ["Shop"]),
                .testTarget(name: "ShopTests", dependencies: ["Shop"]),
            ])
        """,
        "Shop/Sources/CStock/include/stock.h": """
        int stock_get(void);
        void stock_set(int number);
        """,
        "Shop/Sources/CStock/stock.c": """
        #include "stock.h"

        static int pieces;

        int stock_get(void) { return pieces; }

        void stock_set(int number) {
            pieces = number;
        }
        """,
        "Shop/Sources/Stock/Stock.swift": """
        import CStock

        public func deliver() {
            let pieces = stock_get()
            stock_set(pieces + 1)
        }

        public func pieces() -> Int { Int(stock_get()) }
        """,
        "Shop/Sources/Shop/Till.swift": """
        import Foundation
        import Locks
        import Supply

        /// Is internal: a file needs `@testable`.
        final class Till: @unchecked Sendable {
            var sum = 0
            let guarded = Guarded()
            let first = NSLock(), second = NSLock()

            func add(_ number: Int) {
                sum += price(number)
            }

            func addSafely(_ number: Int) {
                guarded.hold { sum += price(number) }
            }

            func countForwards() {
                first.lock()
                second.lock()
                second.unlock()
                first.unlock()
            }

            func countBackwards() {
                second.lock()
                first.lock()
                first.unlock()
                second.unlock()
            }
        }

        public actor Queue {
            private var waiting: CheckedContinuation<Void, Never>?
            private var isOpen = false

            public init() {}

            public func open() {
                isOpen = true
                waiting?.resume()
                waiting = nil
            }

            public func wait() async {
                if isOpen { return }
                await sleep()
                await withCheckedContinuation { waiting = $0 }
            }

            nonisolated private func sleep() async { await Task.yield() }
        }
        """,
        "Shop/Sources/shop-tool/main.swift": "import Shop\nprint(\"open\")\n",
        "Shop/Tests/ShopTests/Tests.swift": "import Testing\n@Test func nothing() {}\n",
    ]
}

/// The keys of `explore --json` that tell about a package.
struct PackageReport: Decodable {
    struct Location: Decodable {
        var file: String
        var line: Int
    }
    struct Finding: Decodable {
        var kind: String
        var token: String
        var locations: [Location]
        /// "Till.swift:12".
        var places: Set<String> { Set(locations.map { "\($0.file.split(separator: "/").last ?? ""):\($0.line)" }) }
    }
    struct Package: Decodable {
        var instrumented: [String]
        var notInstrumented: [String]
    }
    struct Outcome: Decodable { var outcome: String }
    var verdict: String
    var complete: Bool
    var distinctOutcomes: [Outcome]
    var findings: [Finding]
    var package: Package?
}
