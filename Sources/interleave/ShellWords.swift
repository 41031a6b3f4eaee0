/// Words as a shell reads them.
enum ShellWords {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./,:=@%")

    /// A word that may be pasted into a command line.
    static func quoted(_ word: String) -> String {
        if !word.isEmpty && word.allSatisfy(plain.contains) { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
