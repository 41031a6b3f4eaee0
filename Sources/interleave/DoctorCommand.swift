import ArgumentParser

/// `interleave doctor`: what is installed, what is missing, what this machine can do.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what is installed, what is missing, and what this machine can do.",
        discussion: "Exit code 0 when nothing that is needed is missing, 1 otherwise.")

    func run() throws {
        let findings = Finding.tools() + Finding.machine()
        let width = findings.map(\.name.count).max() ?? 0
        for finding in findings { try StandardOutput.write(finding.lines(nameWidth: width)) }
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode(CommandFailure.Code.doesNotHold.rawValue) }
    }
}
