/// Loads the photos of a page.
public protocol PhotoLoader {
    /// Starts the loading and returns immediately.
    func load()
    /// The user leaves the page. The photos are no longer needed.
    func cancel()
    /// Nothing of the loading remains.
    var isOver: Bool { get }
}
