/// The bug: `@unchecked` promises that the class is safe, and nothing makes it safe. The compiler believes the promise.
public final class UncheckedCounter: VisitorCounter, @unchecked Sendable {
    public private(set) var visitors = 0
    private let meeting: Meeting?

    public init(_ meeting: Meeting? = nil) { self.meeting = meeting }

    public func enter(_ people: Int) {
        let before = visitors
        meeting?.meet()
        turnstile()
        visitors = before + people
    }
}
