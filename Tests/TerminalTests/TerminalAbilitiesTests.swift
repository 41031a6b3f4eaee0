import TestSupport
import Testing
import Timeline

@testable import Terminal

/// The environment tells about the terminal and its characters.
@Suite(.startsProcesses) struct TerminalAbilitiesTests {
    private func abilities(_ environment: [String: String], colours: Int = 256) -> TerminalAbilities {
        TerminalAbilities(variable: { environment[$0] }, colours: { _ in colours })
    }

    @Test(
        "A language with another character set than UTF-8 gets ASCII, whether it is installed or not; without a language there is UTF-8",
        arguments: [
            ([:], false), (["LANG": "en_US.UTF-8"], false), (["LC_CTYPE": "UTF-8"], false), (["LANG": "de_DE.utf8@euro"], false),
            (["LC_ALL": "C"], true), (["LANG": "POSIX"], true), (["LANG": "de_DE.ISO-8859-1"], true), (["LANG": "en_US"], true),
            (["LC_ALL": "", "LANG": "C.UTF-8"], false), (["LC_ALL": "C", "LANG": "en_US.UTF-8"], true), (["TERM": "linux"], true),
            (["TERM": "linux-16color"], true), (["TERM": "xterm"], false),
        ] as [([String: String], Bool)])
    func characters(_ environment: [String: String], _ isASCII: Bool) {
        #expect(abilities(environment).isASCII == isASCII, "\(environment)")
    }

    @Test("A terminal gets the colours that it has")
    func colours() {
        #expect(abilities(["TERM": "xterm-256color"]).colour == .indexed)
        #expect(abilities(["TERM": "xterm-256color", "COLORTERM": "truecolor"]).colour == .direct)
        #expect(abilities(["TERM": "xterm-direct"], colours: 1 << 24).colour == .direct)
        #expect(abilities(["TERM": "linux"], colours: 8).colour == .basic)
        #expect(abilities(["TERM": "vt100", "COLORTERM": "truecolor"], colours: 0).colour == .none)
        #expect(abilities(["TERM": "no-such-terminal"], colours: -1).colour == .none)
        #expect(abilities(["TERM": "dumb"]).colour == .none && abilities([:]).colour == .none)
    }
}
