import GRDB

/// A connection to the database file. It has a serial queue of its own, as a managed object context
/// has: each `write` and `read` runs there, while the caller waits.
public final class StopStore: Sendable {
    private let connection: DatabaseQueue

    /// - Parameter label: the name of its queue.
    public init(path: String, label: String) throws {
        var configuration = Configuration()
        configuration.label = label
        configuration.journalMode = .wal  // One connection can write while others read.
        configuration.busyMode = .timeout(2)
        do {
            connection = try DatabaseQueue(path: path, configuration: configuration)
            let isNew = try connection.read { try !$0.tableExists("stop") }
            if isNew { try connection.write { try $0.execute(sql: Self.tables) } }
        } catch let error as DatabaseError {
            throw StoreFailure(error)
        }
    }

    private static let tables = """
        CREATE TABLE stop (id TEXT PRIMARY KEY, name TEXT, latitude DOUBLE, longitude DOUBLE);
        CREATE TABLE position (line INTEGER);
        INSERT INTO position VALUES (0);
        """

    /// One transaction: all of it is saved, or nothing. The position in the file is saved with the
    /// rows. So an import that is cancelled or killed can be continued at the right line.
    func save(upTo line: Int, _ insertAll: (Transaction) throws -> Void) throws {
        do {
            try connection.write { database in
                let transaction = Transaction(database)
                try insertAll(transaction)
                try transaction.insertWaiting()
                try database.execute(sql: "UPDATE position SET line = ?", arguments: [line])
            }
        } catch let error as DatabaseError {
            throw StoreFailure(error)
        }
    }

    /// The number of the last line that was saved.
    func position() throws -> Int { try reading { try Int.fetchOne($0, sql: "SELECT line FROM position") ?? 0 } }

    public func count() throws -> Int { try reading { try Int.fetchOne($0, sql: "SELECT count(*) FROM stop") ?? 0 } }

    /// Some stops, in the order in which they were inserted.
    func stops(_ rows: Range<Int>) throws -> [Stop] {
        try reading { database in
            let sql = "SELECT id, name, latitude, longitude FROM stop ORDER BY rowid LIMIT ? OFFSET ?"
            return try Row.fetchAll(database, sql: sql, arguments: [rows.count, rows.lowerBound]).map {
                Stop(id: $0[0], name: $0[1], latitude: $0[2], longitude: $0[3])
            }
        }
    }

    /// The last stops, in the order in which they were inserted.
    func lastStops(_ count: Int) throws -> [Stop] {
        try reading { database in
            let sql = "SELECT id, name, latitude, longitude FROM stop ORDER BY rowid DESC LIMIT ?"
            return try Row.fetchAll(database, sql: sql, arguments: [count]).reversed().map {
                Stop(id: $0[0], name: $0[1], latitude: $0[2], longitude: $0[3])
            }
        }
    }

    /// The ids of all stops in the order in which they were inserted, separated by line ends.
    func identifiers() throws -> String {
        let sql = "SELECT group_concat(id, char(10)) FROM (SELECT id FROM stop ORDER BY rowid)"
        return try reading { try String.fetchOne($0, sql: sql) ?? "" }
    }

    private func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do { return try connection.read(body) } catch let error as DatabaseError { throw StoreFailure(error) }
    }
}

/// An open transaction of one connection. It inserts ten stops with each statement, which is faster
/// than a statement for every stop.
final class Transaction {
    private static let stopsOfStatement = 10
    private let database: Database
    /// The next statement inserts these.
    private var waiting: [Stop] = []

    fileprivate init(_ database: Database) { self.database = database }

    func insert(_ stop: Stop) throws {
        waiting.append(stop)
        if waiting.count == Self.stopsOfStatement { try insertWaiting() }
    }

    fileprivate func insertWaiting() throws {
        if waiting.isEmpty { return }
        let rows = repeatElement("(?, ?, ?, ?)", count: waiting.count).joined(separator: ", ")
        let insertion = try database.cachedStatement(sql: "INSERT OR REPLACE INTO stop VALUES \(rows)")
        insertion.setUncheckedArguments([])  // They are bound one by one, because a list of them costs time.
        var place: CInt = 0
        for stop in waiting { try insertion.bind(stop.id, stop.name, stop.latitude, stop.longitude, after: &place) }
        try insertion.execute()
        waiting.removeAll(keepingCapacity: true)
    }
}

extension Statement {
    fileprivate func bind<each Value: StatementBinding>(_ values: repeat each Value, after place: inout CInt) throws {
        for value in repeat each values {
            place += 1
            let code = ResultCode(rawValue: value.bind(to: sqliteStatement, at: place))
            if code != .SQLITE_OK { throw DatabaseError(resultCode: code) }
        }
    }
}

extension StoreFailure {
    fileprivate init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
        case .SQLITE_READONLY: self = .readOnly
        case .SQLITE_CANTOPEN: self = .cannotOpen
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged
        case .SQLITE_IOERR: self = .cannotWrite(error.message ?? "an error of the disk")
        default: self = .other(error.message ?? "\(error.resultCode)")
        }
    }
}
