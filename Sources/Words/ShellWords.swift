/// Words for a command line that is printed to be pasted.
public enum ShellWords {
    /// A word that a shell reads as one word, in quotes if it needs them.
    public static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,".contains($0) }
        return isPlain ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
}
