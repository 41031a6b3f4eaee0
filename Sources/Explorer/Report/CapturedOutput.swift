import CInterposition

/// The output of explored tasks, in a process with other threads: theirs is not touched.
public enum CapturedOutput {
    /// While output is held, what explored tasks print does not reach the process's streams.
    public static func hold(_ isHeld: Bool) { interleave_hold_output(isHeld) }

    /// From now on held output is kept, up to 65,536 bytes.
    public static func begin() { interleave_keep_output(true) }

    /// The output since the beginning. From now on it is lost.
    public static func end() -> String {
        interleave_keep_output(false)
        var size = 0
        guard let bytes = interleave_kept_output(&size) else { return "" }
        return withoutStack(String(decoding: UnsafeRawBufferPointer(start: bytes, count: size), as: UTF8.self))
    }

    /// The runtime's message about a trap ends with a list of addresses, which differ each time.
    public static func withoutStack(_ output: String) -> String {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.filter { $0 != "Current stack trace:" && !isFrame($0) }.joined(separator: "\n")
    }

    /// "5    program    0x00005561dd28f9c5 …": a number, a module and an address.
    private static func isFrame(_ line: Substring) -> Bool {
        let words = line.split(separator: " ", maxSplits: 3)
        return words.count >= 3 && words[0].allSatisfy(\.isNumber) && words[2].hasPrefix("0x")
    }
}
