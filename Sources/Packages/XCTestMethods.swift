import ExplorationRunner
import FoundationEssentials
import Glibc
import Symbols

/// The tests of XCTest in a target, as its compiled files name them.
///
/// On Linux nothing lists the methods of a class in a running program. SwiftPM finds the tests in the compiler's index, and compiles a list
/// of them. Here the list comes from the symbols.
struct XCTestMethods {
    struct Method {
        /// The class, with those around it.
        var type: String
        var name: String
        var isAsync: Bool
        var file = ""
        var line = 0
    }

    private(set) var all: [Method] = []
    /// Whether a class has an asynchronous set-up or tear-down.
    private(set) var preparesAsTask = false
    private let module: String

    /// - Parameters:
    ///   - objects: the compiled files of the target.
    ///   - files: its sources.
    init(module: String, objects: [String], files: [String]) {
        self.module = module
        let endings = ["yyF", "yyKF", "yyYaF", "yyYaKF"]
        var classes: Set<String> = [], found: [Method] = []
        for symbol in objects.flatMap({ LinkNames(object: $0)?.defined ?? [] }) where symbol.hasPrefix("$s") {
            if symbol.hasSuffix("tcfc") {
                let initializer = /^\w+\.(.*)\.init\(name: Swift\.String, testClosure: .*/
                if let match = Self.demangled(symbol).wholeMatch(of: initializer) { classes.insert(Self.plain(match.1)) }
            }
            guard endings.contains(where: symbol.hasSuffix) else { continue }
            let words = Self.demangled(symbol)
            if words.contains(".setUp() async throws") || words.contains(".tearDown() async throws") { preparesAsTask = true }
            let test = /^\w+\.(.*)\.(test\w*)\(\)( async)?( throws)? -> \(\)$/
            guard let match = words.wholeMatch(of: test) else { continue }
            found.append(Method(type: Self.plain(match.1), name: String(match.2), isAsync: match.3 != nil))
        }
        let declarations = ClassDeclarations(files: files)
        let byShortName = Dictionary(grouping: classes) { ClassDeclarations.short($0) }
        let methods = Dictionary(grouping: found, by: \.type)
        for type in classes {
            var names: Set<String> = [], owners: Set<String> = [], owner: String? = type
            // A class also has the tests of its superclasses.
            while let current = owner, owners.insert(current).inserted {
                for var method in methods[current] ?? [] where names.insert(method.name).inserted {
                    (method.file, method.line) = declarations.place(of: method.name, in: current) ?? (files.first ?? "", 1)
                    method.type = type
                    all.append(method)
                }
                owner = declarations.base(of: current).flatMap { byShortName[ClassDeclarations.short($0)]?.first }
            }
        }
        all.sort { ($0.file, $0.line, $0.name, $0.type) < ($1.file, $1.line, $1.name, $1.type) }
    }

    /// The line of the list that has the first test.
    static let firstLine = 5

    /// The file that lists them, for the compiler.
    /// - Parameter refused: the numbers of tests that it cannot call. Others keep their numbers.
    func list(without refused: Set<Int> = []) -> String {
        let rows = all.enumerated().map { number, method in
            if refused.contains(number) { return "    InterleaveXCTest(name: \"\", type: XCTestCase.self, body: .onMain { _ in }),\n" }
            let call = "(($0 as! \(method.type)).\(method.name)())"
            let body = method.isAsync ? ".asTask { try await \(call) }" : ".onMain { try \(call) }"
            return "    InterleaveXCTest(name: \"\(method.name)\", type: \(method.type).self, body: \(body)),\n"
        }
        return "@testable import \(module)\nimport XCTest\n\nlet interleaveXCTests: [InterleaveXCTest] = [\n\(rows.joined())]\n"
    }

    /// They as tests of a program.
    /// - Parameter refused: the numbers of those that are not in it.
    func tests(without refused: Set<Int>) -> [TestProgram.Test] {
        all.enumerated().filter { !refused.contains($0.offset) }.map { number, method in
            TestProgram.Test(
                number: number, module: module, name: "\(method.type)/\(method.name)()", file: method.file, line: method.line,
                isParameterized: false, identity: preparesAsTask ? "task" : "", isOfXCTest: true)
        }
    }

    /// "(Hidden in _A1B2)", a private class, without its file's number.
    private static func plain(_ type: Substring) -> String { String(type.replacing(/\((\w+) in \w+\)/) { $0.output.1 }) }

    private static func demangled(_ symbol: String) -> String {
        guard let text = symbol.withCString({ demangle($0, symbol.utf8.count, nil, nil, 0) }) else { return symbol }
        defer { free(text) }
        return String(cString: text)
    }

    /// The runtime's own demangler.
    @_silgen_name("swift_demangle")
    private static func demangle(
        _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
        _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?
}
