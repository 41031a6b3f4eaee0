import Foundation
import TestSupport
import Testing

/// The claims of lab-sendable about the compiler: each test puts another one on the PATH.
@Suite("lab-sendable and the compiler", .startsProcesses) struct SendableLabTests {
    /// The claims of a variant, with a program `swiftc` that is a shell script; nil: with none.
    private func check(_ variant: String, compiler script: String?) throws -> LabProcess {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        if let script {
            let draft = folder.appending(path: "draft").path
            try "#!/bin/sh\nPATH=/usr/bin:/bin\n\(script)\n".write(toFile: draft, atomically: true, encoding: .utf8)
            // Another process writes the program: a child of a test that runs at the same time could keep this one's file open.
            _ = try LabProcess("/bin/sh", ["-c", "cp '\(draft)' '\(folder.path)/swiftc' && chmod 755 '\(folder.path)/swiftc'"])
        }
        return try LabProcess(
            "lab-sendable", ["--check", "--variant", variant], environment: ["PATH": folder.path])
    }

    /// A script that answers the question for its version, and then does the rest.
    private func compiler(version: String = "6.3.1", _ rest: String) -> String {
        "[ \"$1\" = --version ] && echo 'Swift version \(version)' && exit 0\n\(rest)"
    }

    @Test("Without a compiler, and with one that is too old, the claims about it say so, and the lab does not fail")
    func none() throws {
        for (script, words) in [
            (nil, "there is no `swiftc` on the PATH"), (compiler(version: "6.1", "exit 0"), "the compiler is Swift 6.1"),
        ] {
            let run = try check("shared", compiler: script)
            #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
            #expect(run.lines.count { $0.hasPrefix("○ ") && $0.contains("not seen, because \(words)") } == 2, "\(run.output)")
            #expect(run.lines.contains { $0.hasPrefix("● shared: visitors") })
            #expect(run.leftovers.isEmpty)
        }
    }

    @Test("A compiler that accepts what it must refuse, or refuses another line, or fails, makes the claims fail")
    func wrong() throws {
        let other = compiler("for file; do case $file in */Shared.swift) echo \"$file:6:5: error: no\" >&2; exit 1;; esac; done")
        for (script, words) in [
            (compiler("exit 0"), "0 lines (expected 1)"), (other, "“no” (line 6, Swift 6.3.1)"),
            (compiler("echo broken >&2; exit 1"), "the compiler failed: broken"),
        ] {
            let run = try check("shared", compiler: script)
            #expect(run.ending == .exited(code: 1), "\(run.output)\(run.errors)")
            #expect(run.lines.contains { $0.hasPrefix("✗ ") && $0.contains(words) }, "\(run.output)")
        }
        let refused = try check("unchecked", compiler: compiler("for file; do :; done; echo \"$file:3:1: error: no\" >&2; exit 1"))
        #expect(refused.ending == .exited(code: 1) && refused.output.contains("1 error (expected 0)"), "\(refused.output)")
    }

    @Test("The compiler sees the changed text, in the Swift 6 mode, and as far as the checks of regions")
    func arguments() throws {
        let script = compiler(
            """
            for file; do
              case $file in */LockedCounter.swift) ;; *) continue;; esac
              grep -q '@unchecked Sendable {' $file && exit 0
              line=$(grep -n 'var count' $file | cut -d: -f1)
              case "$*" in *'-swift-version 6'*'-emit-sil'*) echo "$file:$line:1: error: seen [#Group]" >&2; exit 1;; esac
            done
            """)
        let run = try check("unchecked-lock", compiler: script)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.output.contains("“seen” (line 5, Swift 6.3.1)"), "\(run.output)")
    }
}
