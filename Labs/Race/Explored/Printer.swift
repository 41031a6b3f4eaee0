/// Prints a ticket in no time: when every interleaving is run, time does not matter.
public final class Printer: Sendable {
    public enum Speed: Sendable { case ordinary, immediate }

    public init(speed: Speed = .ordinary, meeting: Meeting? = nil) {}

    func print(_ seat: Int?) {}

    public var mostAtOnce: Int { 0 }
}
