import Foundation
import TestSupport
import Testing

/// `explore --package`: a file imports the modules of a package.
@Suite(.startsProcesses, .serialized, .takesTurns) struct ExplorePackageTests {
    let package: PackageFixture
    init() throws { package = try PackageFixture.shared.get() }

    /// Two blocks at the same time.
    private func both(_ imports: String, _ before: String, _ block: String, _ after: String) -> String {
        """
        import Dispatch
        \(imports)

        func scenario() -> Int {
            \(before)
            let group = DispatchGroup()
            for number in 1...2 { DispatchQueue.global().async(group: group) { \(block) } }
            group.wait()
            return \(after)
        }
        """
    }

    @Test("A data race in a package is found at its line, and its token replays it")
    func race() throws {
        let text = both("@testable import Shop", "let till = Till()", "till.add(number)", "till.sum")
        let report = try package.report(text, code: 1)
        #expect(report.verdict == "race" && report.complete)
        let finding = try #require(report.findings.first)
        #expect(finding.places.contains("Till.swift:\(try package.line("sum += price", in: "Shop/Sources/Shop/Till.swift"))"), "\(finding)")
        #expect(Set(report.distinctOutcomes.map(\.outcome)) == ["2", "4", "6"])
        #expect(report.package?.instrumented.first == "Shop" && report.package?.notInstrumented == ["Supply"])
        let file = package.folder.file("scenario.swift")
        let replayed = try Commands.run(["replay", finding.token, file, "--package", package.path, "--json"], in: package.folder)
        #expect(replayed.code == 1 && replayed.output.contains("\"verdict\" : \"race\""), "\(replayed.output) \(replayed.errors)")
        let alone = try Commands.run(["replay", finding.token, file], in: package.folder)
        #expect(alone.code == 2 && alone.errors.contains("The token is for another file"), "\(alone.errors)")
        let stepped = try Commands.run(["replay", finding.token, file, "--package", package.path, "--step"], in: package.folder)
        #expect(stepped.code == 1 && stepped.output.contains("Till.swift"), "\(stepped.output)")
    }

    @Test("The report says what is seen, and which options explore it again")
    func words() throws {
        let text = both("@testable import Shop", "let till = Till()", "till.addSafely(number)", "till.sum")
        let outcome = try package.explore(text)
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // (A dependency with a Mutex is seen, or its order would not be known.)
        #expect(words.contains("From Shop, the modules Shop, CStock, Locks and Stock were explored, too."), "\(words)")
        #expect(words.contains("Most accesses to memory in Supply are not seen; its locks, queues and tasks are."), "\(words)")
        let all = try package.explore(text, "--instrument", "Supply", "--no-instrument", "Locks")
        let allWords = all.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(all.code == 0 && !allWords.contains("are not seen"), "\(allWords) \(all.errors)")
        #expect(allWords.contains("(Locks uses atomic variables or a Mutex."), "\(allWords)")
    }

    @Test("A dependency's accesses are seen only with --instrument")
    func dependency() throws {
        let text = both(
            "import Shop\nimport Supply", "let cell = UnsafeMutablePointer<Int>.allocate(capacity: 1)\n    cell.initialize(to: 0)",
            "fill(cell, with: number)", "0")
        #expect(try package.report(text, code: 0).verdict == "none")
        let report = try package.report(text, "--instrument", "Supply", code: 1)
        let line = try package.line("buffer.pointee", in: "Supply/Sources/Supply/Supply.swift")
        #expect(report.verdict == "race" && report.findings.first?.places.contains("Supply.swift:\(line)") == true, "\(report)")
    }

    @Test("A deadlock of two locks in a package is found at their lines")
    func deadlock() throws {
        let text = both(
            "@testable import Shop", "let till = Till()", "if number == 1 { till.countForwards() } else { till.countBackwards() }", "0")
        let report = try package.report(text, code: 1)
        let finding = try #require(report.findings.first { $0.kind == "deadlock" })
        let file = "Shop/Sources/Shop/Till.swift", first = try package.line("func countForwards", in: file) + 2
        let second = try package.line("func countBackwards", in: file) + 2
        #expect(finding.places.isSuperset(of: ["Till.swift:\(first)", "Till.swift:\(second)"]), "\(finding)")
    }

    @Test("A task that an actor of a package never resumes is found")
    func leak() throws {
        let report = try package.report(
            """
            import Shop

            func scenario() async {
                let queue = Queue()
                async let waiting: Void = queue.wait()
                await queue.open()
                await waiting
            }
            """, code: 1)
        let line = try package.line("await withCheckedContinuation", in: "Shop/Sources/Shop/Till.swift")
        #expect(report.findings.contains { $0.places.contains("Till.swift:\(line)") }, "\(report)")
        #expect(["deadlock", "leak"].contains(report.verdict), "\(report.verdict)")
    }

    @Test("The accesses of a target in C are seen")
    func languageC() throws {
        let report = try package.report(both("import Stock", "", "deliver()", "pieces()"), code: 1)
        #expect(report.verdict == "race" && Set(report.distinctOutcomes.map(\.outcome)) == ["1", "2"], "\(report)")
        // A file can import the target in C itself.
        let direct = try package.report(both("import CStock", "", "stock_set(stock_get() + 1)", "Int(stock_get())"), code: 1)
        let line = try package.line("pieces = number", in: "Shop/Sources/CStock/stock.c")
        #expect(direct.findings.first?.places.contains("stock.c:\(line)") == true, "\(direct)")
    }

    @Test("A second run builds nothing, and a change builds only what it concerns")
    func secondRun() throws {
        let text = both("@testable import Shop", "let till = Till()", "till.addSafely(number)", "till.sum")
        _ = try package.report(text, code: 0)
        let before = try package.dates()
        #expect(before.keys.contains { $0.hasSuffix("/Shop.build/Till.swift.o") })
        _ = try package.report(text, code: 0)
        #expect(try package.dates() == before)
        let token = try #require(
            try JSONSerialization.jsonObject(
                with: Data(
                    try Commands.run(
                        ["explore", "--json", package.folder.file("scenario.swift"), "--package", package.path], in: package.folder
                    )
                    .output.utf8)) as? [String: Any])
        let outcomes = try #require(token["distinctOutcomes"] as? [[String: Any]]), old = try #require(outcomes.first?["token"] as? String)
        let file = "Shop/Sources/Shop/Till.swift", known = try #require(PackageFixture.files[file])
        try package.write(known.replacing("var sum = 0", with: "var sum = 10"), to: file)
        defer { try? package.write(known, to: file) }
        // The package is another one: the token is refused.
        let replayed = try Commands.run(
            ["replay", old, package.folder.file("scenario.swift"), "--package", package.path], in: package.folder)
        #expect(replayed.code == 2 && replayed.errors.contains("an earlier version"), "\(replayed.errors)")
        #expect(try package.report(text, code: 0).distinctOutcomes.map(\.outcome) == ["16"])
        let changed = Set(
            try package.dates().filter { before[$0.key] != $0.value }.map { $0.key.split(separator: "/").suffix(2).joined(separator: "/") })
        #expect(changed == ["Shop.build/Till.swift.o"])
    }

    @Test("Two runs at the same time have the same result")
    func sameTime() throws {
        let text = both("@testable import Shop", "let till = Till()", "till.addSafely(number)", "till.sum")
        let file = "Shop/Sources/Stock/Stock.swift", known = try #require(PackageFixture.files[file])
        try package.write(known + "\npublic func more() {}\n", to: file)
        defer { try? package.write(known, to: file) }
        for name in ["a", "b"] { try package.write(text, to: "\(name).swift") }
        let script = ["a", "b"].map { name in
            "'\(Commands.interleave)' explore '\(package.folder.file("\(name).swift"))' --package '\(package.path)' > '\(package.folder.file("\(name).txt"))' 2>&1 & \(name)=$!;"
        }.joined(separator: " ")
        let outcome = try Commands.shell("\(script) wait $a && wait $b", in: package.folder)
        for name in ["a", "b"] {
            let words = try String(contentsOfFile: package.folder.file("\(name).txt"), encoding: .utf8)
            #expect(words.contains("no interleaving"), "\(words)")
        }
        #expect(outcome.code == 0)
    }

    @Test("An executable's module can be imported, and its main does not run")
    func executable() throws {
        let outcome = try package.explore("@testable import shop_tool\nfunc scenario() -> Int { 1 }\n", "--json")
        #expect(outcome.code == 0 && !outcome.output.contains("open"), "\(outcome.output) \(outcome.errors)")
    }
}
