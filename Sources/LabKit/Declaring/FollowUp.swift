/// Another small variant to guess, after a wrong guess. A reader who only gets the explanation often believes it and keeps the old
/// idea (Prystawski, 2020); a second guess uses the explanation.
///
/// Its variant is not one of the lab's list. It runs and is shown like those, and `--variant` can name it.
public struct FollowUp<Parameters: Sendable>: Sendable {
    /// The variants after whose wrong guess it is asked.
    let variants: [String]
    let variant: Variant<Parameters>

    /// - Parameters:
    ///   - variants: the variants after whose wrong guess it is asked.
    ///   - variant: it must have a question, whose right answer is another one than theirs.
    public init(after variants: String..., asks variant: Variant<Parameters>) {
        precondition(variant.prediction != nil, "A follow-up asks a question.")
        self.variants = variants
        self.variant = variant
    }
}

extension Lab {
    /// A variant or a follow-up.
    func variant(named name: String) -> Variant<Parameters>? { (variants + followUps.map(\.variant)).first { $0.name == name } }
}
