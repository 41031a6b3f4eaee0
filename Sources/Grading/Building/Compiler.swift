import Words
import Diagnosis
import ExplorationRunner
import FoundationEssentials
import Glibc
import System
import Trace

/// Compiles attempts outside of the package, so that an attempt that does not compile stops nothing
/// else.
///
/// The code that calls and observes an attempt is compiled once and kept. So grading an attempt
/// costs half a second of compiling: the attempt's own file, and a few lines that register it.
struct Compiler: Sendable {
    let workshop: GradingWorkspace
    /// Called before slow work.
    var tell: @Sendable (String) -> Void = { _ in }
    /// Whether the compiler's words about an exercise's own checks are shown as they are.
    var tellsAuthor = false

    /// The result of compiling an attempt.
    enum Outcome: Equatable {
        case compiled
        /// The compiler's words.
        case refused(String)
        /// It goes around the language, or around the checks.
        case forbidden(GradeFinding)
    }

    /// Compiles an attempt into a program.
    ///
    /// The attempt is a module of its own, and its compiler does not find the checks. So an attempt
    /// cannot import or shadow them, and cannot see that they are there. The file that calls it is
    /// compiled behind it.
    ///
    /// Swift 5 mode, because a learner can then write the data race that Swift 6 mode would refuse.
    /// Not optimized, with line tables only: with the rest of the debug information the compiler would
    /// go through each file twice, and would wrap the module for a debugger.
    func compile(_ attempt: String, for exercise: Exercise, into folder: borrowing RunFolder) throws(ExplainedError) -> Outcome {
        let checks = try checksFolder()
        let entry = "\(workshop.package)/\(exercise.entry)"
        let object = "\(folder.path)/code.o"
        let language = ["-swift-version", "5", "-Onone", "-gline-tables-only", "-wmo", "-parse-as-library"]
        let log = "\(folder.path)/compiler"
        func refused(_ words: String) -> Outcome { .refused(CompilerWords(words, entry: entry).forLearner(exercise)) }

        let (isCompiled, words) = try swiftc(
            language + [
                "-module-name", AttemptLinks.module, "-enable-testing", "-no-emit-module-separately-wmo", "-emit-module",
                "-emit-module-path",
                "\(folder.path)/\(AttemptLinks.module).swiftmodule", "-c", "-o", object, attempt,
            ], log: log, work: Self.patience)
        guard isCompiled else { return refused(words) }
        guard let links = AttemptLinks(object: object) else {
            throw ExplainedError(
                .unreadable, "\(object), which the compiler has written, cannot be read.", cure: "Free some space on that disk.")
        }
        if let finding = links.finding { return .forbidden(finding) }
        let texts = ExerciseFolder(exercise, in: workshop.package)
        if let finding = try takenNames(attempt, texts) { return .forbidden(finding) }

        // The attempt's module, and the checks.
        let seen = [
            "-Xfrontend", "-testable-import-module", "-Xfrontend", AttemptLinks.module, "-I", folder.path, "-I", checks, "-L", checks,
            "-lExerciseChecks", "-Xlinker", "-rpath", "-Xlinker", checks,
        ]
        var own: [String] = []
        if case .functions(let calls) = exercise.calls {
            let (isCompiled, words) = try compileDeclared(calls, texts, into: folder, language + seen, log: log)
            guard isCompiled else {
                return tellsAuthor ? .refused(words) : .refused(CompilerWords(words, entry: "/Checks.swift").forLearner(exercise))
            }
            own = ["-L", folder.path, "-l\(Self.declaredLibrary)", "-Xlinker", "-rpath", "-Xlinker", folder.path]
        }
        let (isLinked, moreWords) = try swiftc(
            language + seen + own + ["-use-ld=lld", "-module-name", "Entry", "-o", folder.program, entry, object], log: log)
        return isLinked ? .compiled : refused(moreWords)
    }

    /// The library of an exercise's own checks. The recorder leaves out what libraries do whose names
    /// begin with that of the checks.
    private static let declaredLibrary = "ExerciseChecks.declared"

    /// Compiles an exercise's `Checks.swift` into a library. Its functions call the attempt, which is
    /// in the program.
    private func compileDeclared(
        _ calls: [String], _ texts: ExerciseFolder, into folder: borrowing RunFolder, _ options: [String], log: String
    ) throws(ExplainedError) -> (isDone: Bool, words: String) {
        let list = "\(folder.path)/DeclaredCalls.swift"
        let lines = calls.map { "        DeclaredRun.Call(\"\($0)\", \($0)),\n" }.joined()
        let text = """
            import ExerciseChecks

            @_cdecl("interleave_declared_checks") public func runDeclaredChecks() {
                DeclaredRun.run([
            \(lines)    ])
            }

            """
        guard FileManager.default.createFile(atPath: list, contents: Data(text.utf8)) else {
            throw ExplainedError(.noRoom, "\(list) cannot be written.", cure: "Free some space on that disk.")
        }
        guard FileManager.default.isReadableFile(atPath: texts.checksPath) else {
            throw ExplainedError(
                .missing, "\(texts.checksPath) is missing. Its functions are the checks that \(texts.declarationPath) runs.",
                cure: "Write it, or leave out the checks that run a function.")
        }
        // (Warnings would be about the list, too, and hide an author's errors.)
        return try swiftc(
            options + [
                "-suppress-warnings", "-module-name", "Checks", "-emit-library", "-Xlinker", "-Bsymbolic", "-o",
                "\(folder.path)/lib\(Self.declaredLibrary).so",
                texts.checksPath, list,
            ], log: log)
    }

    /// The reason to refuse an attempt that declares a name which the exercise's own checks use: the
    /// checks would call the attempt's declaration.
    private func takenNames(_ attempt: String, _ texts: ExerciseFolder) throws(ExplainedError) -> GradeFinding? {
        do {
            guard let name = try texts.namesTakenFromChecks(by: attempt).first else { return nil }
            return GradeFinding(
                .takesName, "Your code declares `\(name)`. The checks of this exercise use that name, and would now call your declaration.",
                try: "give your declaration another name.")
        } catch let error as ExplainedError {
            throw error.code == .interrupted ? ExplainedError(.interrupted, "Interrupted during compilation.") : error
        } catch {
            throw ExplainedError(.unreadable, "\(error)", cure: "")
        }
    }

    /// The limit of the compiler's processor time for an attempt, in seconds. A correct attempt needs
    /// half a second.
    private static let patience: UInt64 = 30
    /// The limit of the compiler's memory, in bytes. A correct attempt needs a tenth of it.
    private static let mostMemory = 2 << 30

    /// The folder with the compiled checks; created again if they, or the compiler, have changed
    /// since the last time.
    func checksFolder() throws(ExplainedError) -> String {
        let folder = "\(workshop.package)/Sources/ExerciseChecks"
        let sources = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasSuffix(".swift") && $0 != "Declared/Entry.swift" }.sorted().map { "\(folder)/\($0)" }
        var mark = Fingerprint()
        for source in sources {
            guard let text = FileManager.default.contents(atPath: source) else {
                throw ExplainedError(
                    .unreadable, "\(source) cannot be read.", cure: "Get the whole package again: a file is missing there.")
            }
            mark.addPart(text)
        }
        mark.addPart(Self.identity)
        // (The library has its own path in it.)
        func place(in folder: String) -> String {
            var mark = mark
            mark.addPart(Data(folder.utf8))
            return "\(folder)/checks-\(mark.text)"
        }
        if let ready = workshop.shared.map(place), FileManager.default.fileExists(atPath: ready) { return ready }
        let made = place(in: workshop.folder)
        if FileManager.default.fileExists(atPath: made) { return made }

        tell("compiling the checks, once; this takes some seconds …")
        let building = try workshop.makeRunFolder()
        let (isDone, words) = try swiftc(
            [
                "-swift-version", "6", "-parse-as-library", "-emit-module", "-emit-library", "-wmo", "-Onone", "-g",
                "-module-name",
                "ExerciseChecks", "-emit-module-path", "\(building.path)/ExerciseChecks.swiftmodule", "-o",
                "\(building.path)/libExerciseChecks.so",
            ] + sources, log: "\(building.path)/compiler")
        guard isDone else {
            throw ExplainedError(
                .checksDoNotBuild, "The checks themselves do not compile:\n\(words)",
                cure: "This is an error of interleave itself: please report it.", exitCode: ExitStatus.ours)
        }
        // In one step, because another process can do the same; the second one discards its own.
        if rename(building.path, made) != 0, !FileManager.default.fileExists(atPath: made) {
            throw ExplainedError(
                .noRoom, "\(made) cannot be created: \(String(cString: strerror(errno))).", cure: "Free some space on that disk.")
        }
        forgetOthers(than: made)
        return made
    }

    /// The compiler's cache of system modules. It refuses modules that it compiled in a folder of
    /// another name, as after the package was moved: so each place has a cache with its own name.
    private var modulesFolder: String {
        var place = Fingerprint()
        place.addPart(Data(workshop.folder.utf8))
        return "\(workshop.folder)/modules-\(place.text)"
    }

    /// Compiled checks, and caches of another place, that are at least an hour old and no longer used.
    private func forgetOthers(than made: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: workshop.folder)) ?? []
        where name.hasPrefix("checks-") || name.hasPrefix("modules") {
            let path = "\(workshop.folder)/\(name)"
            guard path != made, path != modulesFolder,
                let date = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date,
                date.timeIntervalSinceNow < -3600
            else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private func swiftc(_ arguments: [String], log: String, work seconds: UInt64 = 180) throws(ExplainedError) -> (
        isDone: Bool, words: String
    ) {
        let options = ChildProcess.Options.tool(output: .file(log), errors: .file(log))
        let modules = ["-module-cache-path", modulesFolder]
        let interruption = InterruptCounter()
        defer { interruption.end() }
        let end: (ending: Trace.Ending, timedOut: Bool)
        var memory = 0
        do {
            var child = try ChildProcess.spawn("swiftc", arguments: modules + arguments, options: options)
            child.limit(work: .seconds(seconds))
            child.limit(memory: Self.mostMemory)
            // A limit on processor time ends the compiler, so a slow machine does not refuse
            // anyone's code.
            end = child.wait(endingFamilyAfter: .seconds(1200)) { interruption.count > 0 }
            memory = child.peakMemory ?? 0
        } catch {
            throw ExplainedError(
                .noCompiler, error.message, cure: "Attempts are compiled with swiftc. Put the Swift toolchain on the PATH.")
        }
        if interruption.count > 0 { throw ExplainedError(.interrupted, "Interrupted during compilation.", cure: "") }
        if end.timedOut {
            throw ExplainedError(
                .noCompiler, "The compiler had not finished after 20 minutes.", cure: "This machine is too busy. Try again later.")
        }
        // They quote lines of the attempt, which can hold control characters.
        let words =
            FileManager.default.contents(atPath: log).map { SafeText.lines(String(decoding: $0.prefix(1 << 20), as: UTF8.self)) } ?? ""
        if words.contains("failed due to signal 24") {  // SIGXCPU
            return (
                false,
                "\(words)The compiler was stopped after \(seconds) seconds of work. Look for an expression that is hard to type-check.\n"
            )
        }
        // (The measured memory alone proves nothing: it can be this process's own, from before the compiler
        // was in the child.)
        let isStopped = words.contains("failed due to signal") && memory > Self.mostMemory / 4 * 3
        if end.ending != .exited(code: 0), isStopped || words.contains("LLVM ERROR: out of memory") {
            // The compiler's own words are pages about its inner state.
            let limit = "\(Self.mostMemory >> 30) GB"
            return (
                false,
                "The compiler was stopped, because it needed more than \(limit) of memory. Look for a literal with very many elements.\n"
            )
        }
        return (end.ending == .exited(code: 0), words)
    }

    /// Path, size and date of the compiler: another compiler cannot read the modules of this one.
    static var identity: Data {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        guard let path = folders.map({ (folder: Substring) -> String in "\(folder)/swiftc" }).first(where: { access($0, X_OK) == 0 }) else {
            return Data()
        }
        var facts = stat()
        stat(path, &facts)
        return Data("\(path) \(facts.st_size) \(facts.st_mtim.tv_sec)".utf8)
    }
}
