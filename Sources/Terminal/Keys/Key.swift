/// A key, as the screens know it.
public enum Key: Hashable, Sendable {
    case character(Character)
    case left, right, up, down
    case home, end, pageUp, pageDown
    case enter, escape, backspace, delete, tab, backTab
    /// Ctrl and a letter: "l" for Ctrl-L.
    case control(Character)
    /// F1 is 1.
    case function(Int)
    /// A text that was pasted, all of it.
    case paste(String)
    case mouse(MouseEvent)
    /// The terminal has another size now, or its contents may be gone.
    case resized
    /// A key without a meaning here.
    case other
    /// There will be no more.
    case endOfInput

    /// The same without the place of the mouse.
    var withoutPlace: Key {
        guard case .mouse(var event) = self else { return self }
        (event.column, event.row) = (0, 0)
        return .mouse(event)
    }
}
