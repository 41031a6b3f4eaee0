/// The counted observations of a run.
public struct Observations: Codable, Sendable {
    /// The images in the end: "sepia coffee.png" is right, "sepia placeholder" is not.
    public var images: [String]
    /// The steps that were done, in their order.
    public var order: String

    init(_ records: PhotoRecord..., diary: Diary) {
        images = records.map(\.image)
        order = diary.text
    }

    /// Photos that were filtered after they were downloaded.
    public var rightImages: Int { images.count { $0 == "sepia coffee.png" || $0 == "sepia rocket.png" } }
    /// Filters that had nothing but the placeholder.
    public var filteredPlaceholders: Int { images.count { $0 == "sepia placeholder" } }
    /// Photos that were left as they were.
    public var untouched: Int { images.count { $0 == "placeholder" } }
}
