/// A place in the source.
public struct PlaceLocation: Hashable, Sendable {
    /// Demangled and shortened: "PhotoLibrary.add(_:)", "closure #1 in PhotoLibrary.add(_:)".
    public var function: String
    /// Path as the compiler wrote it; empty when not known.
    public var file: String
    /// From 1; 0 when not known.
    public var line: Int
    /// The line itself, as it was when the program was built; empty when not known.
    public var text: String
    /// The file is part of a lab's staging: it makes certain what would otherwise be luck.
    public var isStaging: Bool
    public init(function: String, file: String = "", line: Int = 0, text: String = "", isStaging: Bool = false) {
        self.function = function
        self.file = file
        self.line = line
        self.text = text
        self.isStaging = isStaging
    }
}

/// The name of an address in a trace.
public struct PlaceName: Equatable, Sendable {
    public var address: UInt64
    /// The entry of a closure, and not the return address of a call.
    public var isClosure: Bool
    public var location: PlaceLocation
    public init(address: UInt64, isClosure: Bool, location: PlaceLocation) {
        self.address = address
        self.isClosure = isClosure
        self.location = location
    }
}
