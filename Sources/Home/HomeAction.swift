/// The effect of opening an entry of the home.
public enum HomeAction: Equatable, Sendable {
    /// Runs a lab, from a variant on; nil: from its first.
    case lab(String, from: String?)
    case exercise(String)
    /// Shows a page of the package.
    case page(String)
    /// Shows a verdict again: the command of `interleave`, and the folder in which it was given.
    case verdict([String], folder: String)
    /// Asks for the name of a file.
    case asksForFile
    /// Explores a file.
    case file(String)
}
