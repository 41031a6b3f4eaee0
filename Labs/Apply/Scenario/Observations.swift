/// The result of adding up the brightness of a photo.
public struct Observations: Codable, Sendable {
    public var brightness: Int
    /// The correct sum.
    public var expected: Int
    /// Strides whose sum is in the total, if they are counted.
    public var stridesKept: Int?

    public init(_ brightness: Int, of photos: [Photo], stridesKept: Int? = nil) {
        self.brightness = brightness
        self.stridesKept = stridesKept
        expected = photos.brightnessOneByOne().reduce(0, +)
    }

    public init(_ total: Total, of photo: Photo) { self.init(total.brightness, of: [photo], stridesKept: total.strides) }
}
