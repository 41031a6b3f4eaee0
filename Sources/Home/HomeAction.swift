/// The effect of opening an entry of the home.
public enum HomeAction: Equatable, Sendable {
    /// Runs a lab, from a variant on; nil: from its first.
    case lab(String, from: String?)
    case exercise(String)
    /// Shows a page of the package.
    case page(String)
    /// Replays a verdict's schedule: the arguments of `replay`, and the folder in which they were given.
    case verdict([String], folder: String)
    /// Asks for the name of a file.
    case asksForFile
    /// Explores a file.
    case file(String)
}
