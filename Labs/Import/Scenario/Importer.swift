/// The part of the app that imports the stops into its database. Only the main thread calls it.
public protocol Importer: AnyObject {
    /// Starts the import, or continues the one that was cancelled. The list is told when it has ended.
    func start()
    func cancel()
}

/// The input of an import, and the list that shows it.
public struct ImportPlan {
    public var file: StopsFile
    public var database: String
    public var list: StopList
    public var saveEvery = 250
    public var progressEvery = 100

    public init(file: StopsFile, database: String, list: StopList, saveEvery: Int, progressEvery: Int) {
        (self.file, self.database, self.list) = (file, database, list)
        (self.saveEvery, self.progressEvery) = (saveEvery, progressEvery)
    }
}
