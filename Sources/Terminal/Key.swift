/// A key, as the screens know it.
public enum Key: Hashable, Sendable {
    case character(Character)
    case left, right, up, down
    case home, end, pageUp, pageDown
    case enter, escape, backspace, tab, backTab
    /// The terminal has another size now.
    case resized
    /// A key without a meaning here.
    case other
    /// There will be no more.
    case endOfInput
}
