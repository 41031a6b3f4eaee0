/// The old name of `SafeText`.
public typealias PrintableText = SafeText

extension SafeText {
    public static func printable(_ text: String) -> String { line(text) }
}
