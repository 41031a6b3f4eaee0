import Foundation
import Testing

/// A shell in a real terminal, driven by tmux: keys go in, the screen comes out.
package final class TerminalScreen {
    package let socket = "interleave-test-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"

    package struct Missing: Error, CustomStringConvertible {
        package var description: String {
            "tmux is not installed, so nothing can be tested in a terminal. Run ./setup --tests, which installs it."
        }
    }

    /// Whether tmux is installed. Tests that need it are skipped where it is not.
    package static let isAvailable = run(["-V"]) != nil
    /// Why they are skipped.
    package static let isMissing: Comment = "tmux is not installed: ./setup --tests installs it"

    /// Starts a shell that shows a short prompt; throws when tmux is missing.
    ///
    /// The shell finds the products by their names. Tests call them so, because where a line is
    /// broken would else depend on the length of the checkout's path.
    ///
    /// - Parameter terminal: the kind of terminal that programs find in `TERM`.
    package init(columns: Int = 100, rows: Int = 40, terminal: String? = nil) throws {
        guard Self.run(["-V"]) != nil else { throw Missing() }
        let products = URL(filePath: try LabProcess.path(of: "interleave")).deletingLastPathComponent().path
        let search = "\(products):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        _ = Self.run(
            [
                "-L", socket, "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-e", "PS1=ready> ", "-e",
                "TEST_SCREEN=\(socket)", "-e", "INTERLEAVE_JOURNAL=off", "-e",
                "ENV=", "-e",
                "SWIFT_BACKTRACE=enable=no",
                // tmux would replace a PATH that it is given with -e.
            ] + ["env", "PATH=\(search)"] + (terminal.map { ["TERM=\($0)"] } ?? []) + ["sh", "-i"])
    }

    deinit { _ = tmux("kill-server") }

    /// Presses keys, in tmux's words: "Space", "C-c", "g".
    package func press(_ keys: String...) { _ = Self.run(["-L", socket, "send-keys"] + keys) }

    /// Gives the window another size.
    package func resize(columns: Int, rows: Int) { _ = tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)") }

    /// Types a line and Enter.
    package func type(_ line: String) {
        _ = tmux("send-keys", "-l", line)
        press("Enter")
    }

    package var text: String { tmux("capture-pane", "-p", "-S", "-500") ?? "" }

    /// The current contents of the screen, without the lines that have scrolled away.
    package var visible: String { tmux("capture-pane", "-p") ?? "" }

    /// The same with colours and attributes, as escape sequences.
    package var colours: String { tmux("capture-pane", "-p", "-e") ?? "" }

    /// Looks until the screen holds what is asked for; records an issue with the screen when it does not within the time.
    ///
    /// The time is only there to end a test that has failed: a loaded machine can be very slow.
    @discardableResult package func wait(for words: String, sourceLocation: SourceLocation = #_sourceLocation)
        -> Bool
    {
        wait("“\(words)”", sourceLocation: sourceLocation) { $0.contains(words) }
    }

    /// Looks until the program asks: the last words on the screen are those of the prompt.
    ///
    /// An answered prompt above does not count: keys that come before the program asks are dropped by it.
    ///
    /// - Parameter time: how often the prompt has come up then. A full screen that is left uncovers the prompt of before.
    @discardableResult package func wait(forPrompt prompt: String, time: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) -> Bool
    {
        wait("the prompt “\(prompt)”", sourceLocation: sourceLocation) { shows(prompt: prompt) && $0.ranges(of: prompt).count >= time }
    }

    /// Whether the last words on the screen are those of this prompt.
    package func shows(prompt: String) -> Bool { visible.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix(prompt) }

    @discardableResult package func wait(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation, until holds: (String) -> Bool
    ) -> Bool {
        let deadline = ContinuousClock.now + .patience
        var screen = ""
        repeat {
            screen = text
            if holds(screen) { return true }
            // Each look starts two programs: a pause leaves the processor to the program that is looked at.
            usleep(20_000)
        } while ContinuousClock.now < deadline
        Issue.record("\(what) did not come up. The screen:\n\(screen)", sourceLocation: sourceLocation)
        return false
    }

    private func tmux(_ arguments: String...) -> String? { Self.run(["-L", socket] + arguments) }

    /// The output of a tmux command; nil when it fails.
    ///
    /// The server that the first command starts must inherit neither our descriptors (a reader of
    /// one would wait for the server) nor the signals that a thread of the test runner blocks (it
    /// would never see its shells end): hence no `Process` here.
    private static func run(_ arguments: [String]) -> String? {
        let closing = "for d in /proc/self/fd/*; do n=${d##*/}; if [ $n -gt 2 ]; then eval \"exec $n>&-\"; fi; done; exec tmux \"$@\""
        // A file, not a pipe: a process that another thread starts at the same time could hold the
        // pipe open.
        let output = FileManager.default.temporaryDirectory.appending(path: "interleave-tmux-\(UUID().uuidString)").path
        defer { unlink(output) }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var noSignals = sigset_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = (["bash", "-c", closing, "tmux"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let isStarted = posix_spawnp(&process, "bash", &actions, &attributes, words, environ) == 0
        guard isStarted else { return nil }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? try? String(contentsOfFile: output, encoding: .utf8) : nil
    }
}
