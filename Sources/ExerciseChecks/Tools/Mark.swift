import Foundation

/// Remarks in the trace of the run: they tell whoever judges it which stretch of a thread belongs to what.
public enum Mark {
    private typealias Note = @convention(c) (UnsafePointer<CChar>) -> Void

    /// The recorder under this process; nil when nobody records it.
    private static let note: Note? = dlsym(nil, "interleave_note").map { unsafeBitCast($0, to: Note.self) }

    /// Writes a remark at this instant, on this thread.
    public static func put(_ text: String) { note?(text) }
}
