import Words
import ArgumentParser

/// `interleave doctor`: shows what is installed, what is missing, and what this machine can do.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Show what is installed, what is missing, and what this machine can do.",
        discussion: "Exit code 0 if all required parts are there, 1 otherwise.")

    func run() throws {
        let findings = DoctorFinding.tools() + DoctorFinding.machine()
        let width = findings.map(\.name.count).max() ?? 0
        for finding in findings { try StandardOutput.write(finding.lines(nameWidth: width)) }
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode(ExitStatus.doesNotHold) }
    }
}
