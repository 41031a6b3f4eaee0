/// The lines of the scenario that a question is about. They are found by the names of declarations and read from the source, so they are
/// never older than the program.
///
/// `"Account.withdraw"` is the function `withdraw` of the type `Account`, whichever file of the folder `Scenario` it is in. Several
/// declarations are a list: `["Account.balance", "Account.withdraw"]`. A part of a long function is
/// `.part(of: "Bank.run", from: "queue.async", through: "group.wait")`.
///
/// Comments are left out: before the guess they would give the answer away.
public struct Exhibit: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// A declaration, or a part of one.
    struct Part: Sendable {
        /// The names from the outermost type to the declaration.
        var names: [String]
        /// A text in the first line that is shown; nil: the declaration's first line.
        var from: String?
        /// A text in the last line that is shown, which is the first such line from there on; nil: the declaration's last line.
        var through: String?

        /// "Account.withdraw".
        var name: String { names.joined(separator: ".") }
    }

    var parts: [Part]

    public init(stringLiteral name: String) { parts = [Part(names: name.split(separator: ".").map(String.init))] }

    public init(arrayLiteral exhibits: Exhibit...) { parts = exhibits.flatMap(\.parts) }

    /// Some lines of a declaration.
    ///
    /// - Parameter from: a text in the first of the lines; nil: the declaration's first line.
    /// - Parameter through: a text in the last of them, the first such line from there on; nil: the declaration's last line.
    public static func part(of name: String, from: String? = nil, through: String? = nil) -> Exhibit {
        var exhibit = Exhibit(stringLiteral: name)
        exhibit.parts[0].from = from
        exhibit.parts[0].through = through
        return exhibit
    }
}
