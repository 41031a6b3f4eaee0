import Foundation
import TestSupport
import Testing

/// Packages that cannot be explored: each error says what is wrong, and what to do.
@Suite(.startsProcesses, .serialized, .takesTurns) struct PackageErrorTests {
    @Test("A module, a product or a package that is not there is named, with those that are")
    func missing() throws {
        let package = try PackageFixture.shared.get(), text = "import Stock\nimport Stok\nfunc scenario() {}\n"
        let module = try package.explore(text, name: "missing.swift")
        #expect(
            module.code == 2 && module.errors.contains("missing.swift:2: there is no module Stok in the package Shop"), "\(module.errors)")
        #expect(module.errors.contains("The package's modules are: CStock, Shop, Stock, shop_tool."), "\(module.errors)")
        let product = try package.explore("import Stock\nfunc scenario() {}\n", "--product", "Stok", name: "missing.swift")
        #expect(product.code == 2 && product.errors.contains("has no product Stok"), "\(product.errors)")
        #expect(product.errors.contains("Its products are: Shop, Stock, shop-tool."), "\(product.errors)")
        let other = try package.explore("import Stock\nfunc scenario() {}\n", "--instrument", "Stok", name: "missing.swift")
        #expect(other.code == 2 && other.errors.contains("have no module Stok") && other.errors.contains("Supply"), "\(other.errors)")
        let tests = try package.explore("import ShopTests\nfunc scenario() {}\n", name: "missing.swift")
        #expect(tests.code == 2 && tests.errors.contains("it is a test target"), "\(tests.errors)")
        let none = try package.explore(text, package: ".", name: "missing.swift")
        #expect(none.code == 2 && none.errors.contains("is not a package: it has no Package.swift"), "\(none.errors)")
        let nowhere = try package.explore(text, package: "nowhere", name: "missing.swift")
        #expect(nowhere.code == 2 && nowhere.errors.contains("No such file or directory"), "\(nowhere.errors)")
        let without = try package.explore(text, "--product", "Shop", package: nil, name: "missing.swift")
        #expect(without.code == 2 && without.errors.contains("need --package FOLDER"), "\(without.errors)")
    }

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Shop", targets: [.target(name: "Stock")])
        """

    @Test("A package that does not build is refused with the compiler's error and its place")
    func compileError() throws {
        let package = try PackageFixture([
            "Shop/Package.swift": Self.manifest, "Shop/Sources/Stock/Stock.swift": "public func pieces() -> Int {\n    \"many\"\n}\n",
        ])
        let outcome = try package.explore("import Stock\nfunc scenario() {}\n")
        #expect(
            outcome.code == 2 && outcome.errors.contains("Stock in the package") && outcome.errors.contains("does not build."),
            "\(outcome.errors)")
        #expect(outcome.errors.contains("Sources/Stock/Stock.swift:2:5: error: cannot convert"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("[1/"), "\(outcome.errors)")
        // A build that was killed leaves nothing that breaks the next one.
        try package.write("public func pieces() -> Int { 3 }\n", to: "Shop/Sources/Stock/Stock.swift")
        try package.write("import Stock\nfunc scenario() -> Int { pieces() }\n", to: "scenario.swift")
        let command = "'\(Commands.interleave)' explore '\(package.folder.file("scenario.swift"))' --package '\(package.path)'"
        let killed = try Commands.shell("\(command) & sleep 0.7; kill -9 $!; wait $!", in: package.folder)
        #expect(killed.code == 137 || killed.code == 0)
        let again = try Commands.shell(command, in: package.folder)
        #expect(again.code == 0 && again.output.contains("no interleaving"), "\(again.output) \(again.errors)")
    }

    @Test("A package for another version of Swift, and a manifest with an error, are refused with SwiftPM's words")
    func manifest() throws {
        let package = try PackageFixture([
            "Shop/Package.swift": Self.manifest.replacing("version: 6.0", with: "version: 9.1"), "Shop/Sources/Stock/Stock.swift": "",
            "Odd/Package.swift": Self.manifest.replacing("[.target", with: "[.targe"), "Odd/Sources/Stock/Stock.swift": "",
        ])
        let version = try package.explore("import Stock\nfunc scenario() {}\n")
        #expect(version.code == 2 && version.errors.contains("needs another version of Swift"), "\(version.errors)")
        #expect(version.errors.contains("is using Swift tools version 9.1.0"), "\(version.errors)")
        let odd = try package.explore("import Stock\nfunc scenario() {}\n", package: "Odd")
        #expect(odd.code == 2 && odd.errors.contains("does not build") && odd.errors.contains("Package.swift:3:"), "\(odd.errors)")
    }

    @Test("A macro cannot be explored")
    func macro() throws {
        let package = try PackageFixture([
            "Shop/Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            import CompilerPluginSupport
            let package = Package(name: "Shop", targets: [.macro(name: "Marks"), .target(name: "Stock", dependencies: ["Marks"])])
            """, "Shop/Sources/Marks/Marks.swift": "", "Shop/Sources/Stock/Stock.swift": "",
        ])
        let outcome = try package.explore("import Marks\nfunc scenario() {}\n")
        #expect(outcome.code == 2 && outcome.errors.contains("it is a macro, which runs in the compiler"), "\(outcome.errors)")
        #expect(outcome.errors.contains("A file can import: Stock."), "\(outcome.errors)")
    }

    @Test("A module that defines a function that the explorer intercepts is refused")
    func ownFunction() throws {
        let package = try PackageFixture([
            "Shop/Package.swift": Self.manifest.replacing("[.target(name: \"Stock\")]", with: "[.target(name: \"CLock\")]"),
            "Shop/Sources/CLock/include/lock.h": "int pieces(void);\n",
            "Shop/Sources/CLock/lock.c":
                "#include \"lock.h\"\nint pthread_mutex_lock(void *lock) { return 0; }\nint pieces(void) { return 1; }\n",
        ])
        let outcome = try package.explore("import CLock\nfunc scenario() -> Int { Int(pieces()) }\n")
        #expect(outcome.code == 2 && outcome.errors.contains("The module CLock defines its own pthread_mutex_lock"), "\(outcome.errors)")
    }
}
