import CNcurses
import Glibc
import Timeline

/// The colours and characters of the terminal and the language that the environment names.
public struct TerminalAbilities: Equatable, Sendable {
    /// How many colours there are, whether or not they are wanted.
    public var colour: Style.Colour
    /// Only ASCII characters can be shown.
    public var isASCII: Bool

    /// Those of this process.
    public static var own: TerminalAbilities {
        TerminalAbilities(variable: { name in getenv(name).map { String(cString: $0) } }, colours: { Int(screen_colours_of($0)) })
    }

    /// - Parameter colours: the number of colours of a kind of terminal; below 0 if it has none, or is not known.
    init(variable: (String) -> String?, colours: (String) -> Int) {
        let terminal = variable("TERM") ?? ""
        isASCII = !Self.isUnicode(variable) || Self.hasSmallFont(terminal)
        let count = terminal.isEmpty || terminal == "dumb" ? 0 : colours(terminal)
        let depth = variable("COLORTERM") ?? ""
        switch count {
        case ..<8: colour = .none
        case _ where ["truecolor", "24bit"].contains(depth), (1 << 24)...: colour = .direct
        case 256...: colour = .indexed
        default: colour = .basic
        }
    }

    /// Whether the language's character set is UTF-8. Where no language is set, as in containers, it is.
    static func isUnicode(_ variable: (String) -> String?) -> Bool {
        guard let language = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first(where: { !$0.isEmpty }) else { return true }
        // "de_DE.UTF-8@euro"; macOS sends "UTF-8" alone.
        let characters = language.split(separator: "@")[0].split(separator: ".").last ?? ""
        return ["utf-8", "utf8"].contains(characters.lowercased())
    }

    /// The console of Linux, whose font has 256 or 512 characters: no eighths of blocks, and no signs beyond those of a PC.
    private static func hasSmallFont(_ terminal: String) -> Bool { terminal == "linux" || terminal.hasPrefix("linux-") }

    /// Sets the character set for ncurses: that of the language, or UTF-8 without a language where the language is not installed.
    static func setCharacters() {
        guard isUnicode({ name in getenv(name).map { String(cString: $0) } }) else {
            setlocale(LC_CTYPE, "")
            return
        }
        for name in ["", "C.UTF-8", "C.utf8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
            if nl_langinfo(CInt(CODESET)).map({ String(cString: $0) }) == "UTF-8" { return }
        }
    }

    /// Whether `setCharacters` has found UTF-8.
    static var hasUnicode: Bool { nl_langinfo(CInt(CODESET)).map { String(cString: $0) } == "UTF-8" }
}
