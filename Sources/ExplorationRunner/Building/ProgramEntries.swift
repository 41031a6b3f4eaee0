import Words

/// The explored parts of a program, and how the explorer calls them.
///
/// The few lines that call the program's functions are compiled with it, at the end of the file
/// that declares them, so that private functions can be called. They name no type, and of the
/// explorer only functions, by their symbols: the program can have its own types and functions of
/// any name.
public struct ProgramEntries: Sendable {
    /// How the program begins.
    enum Kind: Sendable, Equatable {
        /// With functions, each a scenario of its own.
        case functions
        /// With its `main`: top-level code, or a type with `@main`.
        case main
    }

    let kind: Kind
    /// The number of the file that the lines are added to.
    let file: Int
    /// Whether the compiler must expect top-level code.
    let isScript: Bool
    /// Whether its output is its outcome.
    public let printsOutcome: Bool
    /// Whether it declares itself which outcomes are allowed.
    public let isJudged: Bool
    /// A function that would be explored if the program had no statements outside of functions;
    /// nil: there is none, or the program calls it.
    let uncalled: String?
    /// The lines.
    let text: String

    /// - Throws: `ExplainedError` if there is no entry.
    init(_ source: ExploredSource, outlines: [SourceOutline]) throws(ExplainedError) {
        let script = Self.script(source, outlines), mainFile = script ?? outlines.firstIndex { $0.main != nil }
        let names = source.files.indices.prefix(source.isProgram ? source.files.count : 1)
        func find(_ isWanted: (SourceOutline.Function) -> Bool, near file: Int) -> SourceOutline.Function? {
            for index in [file] + names where index == file || names.contains(index) {
                if let found = outlines[index].functions.first(where: { isWanted($0) && (!$0.isPrivate || index == file) }) { return found }
            }
            return nil
        }
        let isMain =
            source.isProgram && source.entry == nil && mainFile.map { outlines[$0].hasStatements || outlines[$0].main != nil } == true
        let holder = names.first { index in outlines[index].functions.contains { $0.name == source.entries[0] && $0.labels.isEmpty } }
        let begins = isMain || (source.isProgram && source.entry == nil && holder == nil && mainFile != nil)
        kind = begins ? .main : .functions
        file = begins ? mainFile ?? 0 : holder ?? 0
        // (Code between `#if` and `#endif` can contain statements, which do not count here: a
        // library's file must not have them.)
        let mayHaveStatements = source.isProgram && source.files.count == 1 && source.files[0].text.contains("#if")
        isScript = begins ? script != nil : mayHaveStatements && !outlines[0].hasVariables && !outlines[0].hasStatements
        let near = file
        let outcome = find({ $0.name == "outcome" && $0.labels.isEmpty && $0.result != nil }, near: near)
        if let outcome, outcome.isAsync || outcome.isThrowing {
            throw ExplainedError(
                .notCompiled, "\(source.name): outcome() must not have parameters, be async or throw.",
                cure: "Declare it as `func outcome() -> …`.")
        }
        let judge = find(Self.judges, near: near)
        isJudged = judge != nil
        let isCalled = source.files.contains { SwiftTokens($0.text).calls(source.entries[0]) }
        uncalled = begins && script != nil && holder != nil && !isCalled ? source.entries[0] : nil
        var lines = Lines(
            outcome: outcome, judge: judge, truth: outlines.contains { $0.types.contains("Swift") } ? "Bool" : "Swift.Bool")
        if begins {
            printsOutcome = outcome == nil
            lines.addMain(outlines[near], all: outlines)
        } else {
            var functions: [SourceOutline.Function] = []
            for entry in source.entries { functions.append(try Self.function(entry, source, outlines, near, isFirst: functions.isEmpty)) }
            printsOutcome = outcome == nil && functions.allSatisfy { $0.result == nil }
            for function in functions { lines.add(function, prints: outcome == nil && function.result == nil) }
        }
        text = lines.text
    }

    /// The file with top-level code: the only one, or main.swift.
    private static func script(_ source: ExploredSource, _ outlines: [SourceOutline]) -> Int? {
        guard source.isProgram else { return nil }
        let candidate = source.files.count == 1 ? 0 : source.files.firstIndex { $0.path.hasSuffix("/main.swift") }
        return candidate.flatMap { outlines[$0].hasStatements || outlines[$0].hasVariables ? $0 : nil }
    }

    /// `allowed(_:)` judges if it takes one value and returns Bool.
    private static func judges(_ function: SourceOutline.Function) -> Bool {
        function.name == "allowed" && function.labels == [""] && !function.isAsync && !function.isThrowing
            && ["Bool", "Swift.Bool"].contains(function.result)
    }

    private static func function(
        _ name: String, _ source: ExploredSource, _ outlines: [SourceOutline], _ file: Int, isFirst: Bool
    ) throws(ExplainedError) -> SourceOutline.Function {
        let all = source.files.indices.prefix(source.isProgram ? source.files.count : 1).flatMap { outlines[$0].functions }
        let named = all.filter { $0.name == name }
        if let function = named.first(where: \.labels.isEmpty) { return function }
        guard named.isEmpty else {
            throw ExplainedError(
                .notCompiled, "\(source.name): \(name)() has parameters, and the explorer has no values for them.",
                cure: "Declare it without parameters.")
        }
        var known: Set<String> = []
        let names = all.map(\.name).filter { known.insert($0).inserted }
        let near = names.isEmpty ? "" : " It has: \(names.joined(separator: ", "))."
        throw ExplainedError(
            .notCompiled, "\(source.name) has no function \(name)() outside of all types.\(near)",
            cure:
                "Write `func \(name)() -> Int { … }`. The explorer runs it, and the value that it returns is the outcome. For another name, use --entry NAME. Or write top-level code. Then the program's output is the outcome."
        )
    }
}

extension SwiftTokens {
    /// Whether a function is called without arguments.
    fileprivate func calls(_ name: String) -> Bool {
        let code = all.filter { ![.comment, .blank, .lineEnd].contains($0.kind) }.map(text)
        return code.indices.dropLast(2).contains { index in
            code[index] == name && code[index + 1] == "(" && code[index + 2] == ")" && (index == 0 || code[index - 1] != "func")
        }
    }
}

/// Writes the lines.
private struct Lines {
    let outcome: SourceOutline.Function?
    let judge: SourceOutline.Function?
    /// The program's name for the type Bool.
    let truth: String
    private var calls: [String] = []
    private var needsMainActor = false
    private var needsAsyncMain = false

    init(outcome: SourceOutline.Function?, judge: SourceOutline.Function?, truth: String) {
        self.outcome = outcome
        self.judge = judge
        self.truth = truth
        needsMainActor = outcome?.isOnMainActor == true || judge?.isOnMainActor == true
    }

    private var isAllowed: String { judge == nil ? "{ _ in () }" : "{ allowed($0) ? () : nil }" }

    mutating func add(_ function: SourceOutline.Function, prints: Bool) {
        let isAsync = function.isAsync || function.isOnOtherActor
        if function.isOnMainActor && !isAsync { needsMainActor = true }
        if prints { calls.append("interleavePrints()") }
        let result = outcome != nil ? "{ _ in outcome() }" : prints ? "{ _ in interleavePrinted(interleaveText) }" : "{ $0 }"
        let call = "try \(isAsync ? "await " : "")`\(function.name)`()"
        calls.append("interleaveExplore\(isAsync ? "Async" : "")(scenario: { \(call) }, outcome: \(result), isAllowed: \(isAllowed))")
    }

    mutating func addMain(_ file: SourceOutline, all: [SourceOutline]) {
        if outcome == nil { calls.append("interleavePrints()") }
        let result = outcome != nil ? "{ _ in outcome() }" : "{ _ in interleavePrinted(interleaveText) }"
        let end = "outcome: \(result), isAllowed: \(isAllowed))"
        if let type = file.main {
            let isAsync = all.contains { $0.asyncMains.contains(type.name) }
            calls.append(
                isAsync ? "interleaveExploreAsyncMain(main: { try await \(type.name).main() }, \(end)" : "interleaveExploreMain(\(end)")
        } else if file.waitsAtTopLevel {
            needsAsyncMain = true
            calls.append("interleaveExploreAsyncMain(main: { await interleaveAsyncMain() }, \(end)")
        } else {
            calls.append("interleaveExploreMain(\(end)")
        }
    }

    var text: String {
        let judged = """
            @_silgen_name("interleave_not_judged") private func interleaveNotJudged()
            @_disfavoredOverload private func allowed<O>(_ outcome: O, _ interleave: ()? = nil) -> \(truth) {
                interleaveNotJudged()
                return true
            }

            """
        // (The compiler shows some lines around the place of its message.)
        return String(repeating: "\n", count: 8) + """
            #sourceLocation(file: "\(ExploredBuild.hostName)", line: 1)
            @_silgen_name("interleave_explore_program")
            private func interleaveExplore<R, O>(
                scenario: @escaping () throws -> R, outcome: @escaping (R) -> O, isAllowed: @escaping (O) -> ()?)
            @_silgen_name("interleave_explore_async_program")
            private func interleaveExploreAsync<R, O>(
                scenario: @escaping () async throws -> R, outcome: @escaping (R) -> O, isAllowed: @escaping (O) -> ()?)
            @_silgen_name("interleave_explore_main")
            private func interleaveExploreMain<O>(outcome: @escaping (()) -> O, isAllowed: @escaping (O) -> ()?)
            @_silgen_name("interleave_explore_async_main")
            private func interleaveExploreAsyncMain<O>(
                main: @escaping () async throws -> (), outcome: @escaping (()) -> O, isAllowed: @escaping (O) -> ()?)
            @_silgen_name("interleave_outcome_is_printed") private func interleavePrints()
            @_silgen_name("interleave_printed") private func interleavePrinted<T>(_ text: T) -> T
            \(needsAsyncMain ? "@_silgen_name(\"async_Main\") private func interleaveAsyncMain() async\n" : "")\(judge == nil ? "" : judged)
            @_cdecl("interleave_explore_entries") \(needsMainActor ? "@MainActor " : "")public func interleaveExploreEntries() {
                let interleaveText = ""
                _ = interleaveText
                \(calls.joined(separator: "\n    "))
            }

            """
    }
}
