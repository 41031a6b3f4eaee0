import ArgumentParser
import ExplorationRunner
import System
import Words

extension ExploreCommand {
    /// Runs the program really, `runs` times.
    func shake(_ runs: Int) throws {
        let source = try program.source(files), line = ProgressLine()
        defer { line.clear() }
        var linked = source
        try sharing.check(against: source)
        try program.addModules(to: &linked) { line.say($0) }
        line.say("compiling \(source.name) …")
        let build = try ExploredBuild.make(linked), room = try TemporaryFolder.make()
        let report = try build.shake(
            source.entries[0], runs: runs, seed: seed, folder: room.path, inspect: { ChaosInspection.read($0, $1) }
        ) { line.say("\(source.name): run \($0) of \(runs)") }
        line.clear()
        if json {
            try StandardOutput.line(try ChaosPage.Object(report).text())
        } else {
            var shown = ChaosPage(report: report, subject: source.name, page: page)
            if let output = sharing.output, try ChaosPage.keep(report, at: output) { shown.kept = output }
            try StandardOutput.page(shown.text())
        }
        throw ExitCode(report.findings.isEmpty ? 3 : 1)
    }
}
