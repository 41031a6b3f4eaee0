/// Words for a command line that is printed to be pasted.
public enum ShellWords {
    /// A word as a shell takes it for one, with quotes around it where it needs them.
    public static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,".contains($0) }
        return isPlain ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
}
