/// Why the database cannot be used.
public enum StoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
    case diskFull
    case locked
    case readOnly
    case cannotOpen
    case damaged
    case cannotWrite(String)
    case other(String)

    public var description: String {
        switch self {
        case .diskFull: "The disk is full. Free some space, then start the import again: it continues."
        case .locked: "Another program is writing to the database. End it, then start the import again: it continues."
        case .readOnly: "The database can only be read. Choose a file and a folder that you can write to."
        case .cannotOpen: "The database cannot be opened or created. Choose a folder that exists, and that you can write to."
        case .damaged: "The file is not a database, or it is damaged. Choose another file."
        case .cannotWrite(let reason):
            "The disk does not take more data (\(reason)). Free some space, then start the import again: it continues."
        case .other(let reason): "The database says: \(reason)."
        }
    }
}
