import FoundationEssentials

/// The lines of a text file, without their ends.
public enum LinesOfFile {
    /// Empty if the file cannot be read.
    public static func read(_ path: String) -> [Substring] {
        guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}
