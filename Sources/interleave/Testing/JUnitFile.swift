import FoundationEssentials
import Grading
import Words

/// The results of tests in the form of JUnit. The file is whole at every moment, also if the run is interrupted.
///
/// After the schema of Jenkins' JUnit plug-in.
struct JUnitFile {
    let path: String
    let package: String

    /// Replaces the file.
    /// - Throws: `ExplainedError` if it cannot be written.
    func write(_ results: [TestResult]) throws {
        do { try Data(text(results).utf8).write(to: URL(filePath: path), options: .atomic) } catch {
            throw ExplainedError(
                .usage, "\(path) cannot be written.", cure: "Give a file in a folder with enough space, with --junit FILE.")
        }
    }

    private func text(_ results: [TestResult]) -> String {
        let failed = results.count { $0.status == .failed }, skipped = results.count { [.skipped, .interrupted].contains($0.status) }
        let errors = results.count { [.refused, .notComplete, .shaken].contains($0.status) }
        let seconds = results.reduce(0) { $0 + $1.seconds }
        let name = package.split(separator: "/").last.map(String.init) ?? "package"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite name="\(name.inXML)" tests="\(results.count)" failures="\(failed)" errors="\(errors)" skipped="\(skipped)" \
            time="\(Self.decimal(seconds))">
            \(results.map(testCase).joined())  </testsuite>
            </testsuites>

            """
    }

    private func testCase(_ result: TestResult) -> String {
        // "BankTests.Accounts/transfer()" is the function transfer() of BankTests.Accounts.
        let parts = result.name.split(separator: "/").map(String.init), module = result.name.prefix { $0 != "." }
        let group = parts.count > 1 ? parts.dropLast().joined(separator: ".") : String(module)
        let function = parts.count > 1 ? parts[parts.count - 1] : String(result.name.dropFirst(module.count + 1))
        let name = function + (result.argument.map { " with \($0)" } ?? "")
        let head =
            "    <testcase classname=\"\(group.inXML)\" name=\"\(name.inXML)\" file=\"\(result.file.inXML)\" line=\"\(result.lineNumber)\" time=\"\(Self.decimal(result.seconds))\""
        let reason = (result.status == .shaken ? "only shaken: \(result.reason)" : result.reason).inXML
        return switch result.status {
        case .passed, .listed: "\(head)/>\n"
        case .failed:
            "\(head)>\n      <failure type=\"\(result.verdict.inXML)\" message=\"\(firstLine(result.report).inXML)\">\(result.report.inXML)</failure>\n    </testcase>\n"
        case .refused, .notComplete, .shaken:
            "\(head)>\n      <error type=\"\(result.status.rawValue)\" message=\"\(reason)\">\(reason)</error>\n    </testcase>\n"
        case .skipped, .interrupted: "\(head)>\n      <skipped message=\"\(reason)\"/>\n    </testcase>\n"
        }
    }

    private func firstLine(_ text: String) -> String { text.split(separator: "\n").first.map(String.init) ?? "" }

    /// Three digits after the point.
    private static func decimal(_ number: Double) -> String {
        let thousandths = Int((number * 1000).rounded()), rest = "\(thousandths % 1000)"
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
