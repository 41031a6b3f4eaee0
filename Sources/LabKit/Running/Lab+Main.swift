import Words
import Glibc
import System

extension Lab {
    /// Reads the command line, runs the lab, and ends the process with the exit code.
    public func main() -> Never {
        CrashSignals.endThisProcess()
        ProcessExit.keepsLibraries()
        CommandLinePage.describe(self)
        let command: LabCommand<Parameters>
        do {
            var parsed = try LabCommand<Parameters>.parseAsRoot(
                LabCommand<Parameters>.arguments(Array(CommandLine.arguments.dropFirst())))
            guard let labCommand = parsed as? LabCommand<Parameters> else {
                // The parser's own command is "help".
                try parsed.run()
                exit(ExitStatus.holds)
            }
            command = labCommand
        } catch {
            LabCommand<Parameters>.refuse(error, by: name)
        }
        var setting = Setting(parameters: command.parameters, seed: UInt64(command.shared.seed))
        if let order = ScenarioOrder.take() {
            setting.folder = order.folder
            ScenarioProcess(lab: self, setting: setting, order: order).run()
        }

        let formFolder = FormProcess.take()
        CleanupOnSignal.prepare()
        do throws(ExplainedError) {
            // Standard output is closed (`>&-`). The next file that is opened would get its number,
            // and the results would go into that file.
            if fcntl(STDOUT_FILENO, F_GETFD) < 0 { throw .cannotWriteResults(errno: errno) }
            if command.shared.describe {
                do { Output.put(try JSONText.page(description) + "\n") } catch {
                    throw .cannotRun("its description cannot be written: \(error)")
                }
                let trouble = Output.flush()
                guard trouble == 0 else { throw .cannotWriteResults(errno: trouble) }
                exit(ExitStatus.holds)
            }
            let session = try LabInvocation(self, setting, command.shared)
            if session.isExploring, let unused = command.changedParameters.first { throw .notForExploring(unused, of: name) }
            let form = try session.ownForm()
            // The process that started this one has already prepared the lab.
            if !session.isExploring, formFolder == nil {
                do { try prepare(setting) } catch { throw .cannotPrepare("\(error)") }
            }
            if session.options.play { try session.play() }
            if session.isExploring { try session.handOver() }
            let code = if let form { try session.show(form, in: formFolder) } else { try session.run() }
            let trouble = Output.flush()
            guard trouble == 0 else { throw .cannotWriteResults(errno: trouble) }
            exit(code)
        } catch {
            Output.flush()
            Output.complain("\(name): \(error.description)\n")
            exit(error.exitCode)
        }
    }
}

extension LabCommand {
    /// Prints the error in the command line and a suggestion (or the help), and ends the process.
    fileprivate static func refuse(_ error: any Error, by lab: String) -> Never {
        let page = fullMessage(for: error)
        if exitCode(for: error) == .success {
            Output.put(page + "\n")
            Glibc.exit(ExitStatus.holds)
        }
        // The parser describes the option in a line such as "Help: --width <n> Columns to draw in
        // ...".
        let help = page.split(separator: "\n").first { $0.hasPrefix("Help:") }?.dropFirst("Help:".count).drop { $0 == " " }
        Output.complain("\(lab): \(ExplainedError.wrongUsage(message(for: error), help: help.map(String.init), of: lab).description)\n")
        Glibc.exit(ExitStatus.usage)
    }
}

/// One invocation of a lab: the variants to run, and the form of the output.
struct LabInvocation<Parameters: LabParameters> {
    let lab: Lab<Parameters>
    let variants: [Variant<Parameters>]
    let options: SharedOptions
    let paper: TextPage
    let loop: VariantRunner<Parameters>
    /// The file for the trace of each variant; nil if it is not kept.
    let record: String?
    let score = Score()

    init(_ lab: Lab<Parameters>, _ setting: Setting<Parameters>, _ options: SharedOptions) throws(ExplainedError) {
        self.lab = lab
        self.options = options
        paper = TextPage(options.page)
        loop = VariantRunner(lab: lab, setting: setting)
        let names = lab.variants.map(\.name)
        if options.variant != "all" {
            guard let variant = lab.variant(named: options.variant) else { throw .unknownVariant(options.variant, of: names) }
            variants = [variant]
        } else if let first = options.from {
            guard let index = names.firstIndex(of: first) else { throw .unknownFirstVariant(first, of: names) }
            variants = Array(lab.variants[index...])
        } else {
            variants = lab.variants
        }
        record = options.record
        for variant in variants {
            if let file = traceFile(for: variant) { try LabInvocation.checkWritable(file, force: options.force) }
        }
    }

    /// Whether no variant is run for real.
    var isExploring: Bool { options.explore || options.replay != nil || options.play }

    /// The exit code for the result.
    func run() throws(ExplainedError) -> Int32 {
        try holds() ? ExitStatus.holds : ExitStatus.doesNotHold
    }

    /// Whether all claims hold.
    private func holds() throws(ExplainedError) -> Bool {
        if options.json { return try printJSON() }
        if options.check { return try check() }
        if options.step { return try step() }
        if options.repetitions != nil { return try tellRepetitions() }
        return try show()
    }

    /// FILE for one variant; for several "run.trace" becomes "run-barrier.trace".
    func traceFile(for variant: Variant<Parameters>) -> String? {
        // A follow-up of another variant is not kept.
        guard let record, variants.contains(where: { $0.name == variant.name }) else { return nil }
        if variants.count == 1 { return record }
        let folder = record.lastIndex(of: "/").map { record.index(after: $0) } ?? record.startIndex
        guard let dot = record[folder...].lastIndex(of: "."), dot > folder else { return "\(record)-\(variant.name)" }
        return "\(record[..<dot])-\(variant.name)\(record[dot...])"
    }

    /// Checks before the first run whether the trace can be written.
    private static func checkWritable(_ file: String, force: Bool) throws(ExplainedError) {
        var found = stat()
        let existed = stat(file, &found) == 0
        // Opening a pipe would block until another process reads from it. And the recorder maps the
        // file into memory.
        if existed, found.st_mode & S_IFMT != S_IFREG, found.st_mode & S_IFMT != S_IFDIR { throw .cannotRecordIntoDevice(file) }
        try ReplacedFile.check(file, is: .trace, option: "--record FILE", force: force)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotRecord(into: file, errno: errno) }
        close(descriptor)
        if !existed { unlink(file) }
    }
}
