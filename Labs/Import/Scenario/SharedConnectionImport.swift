/// The bug: the operation uses the connection of the list. A connection runs one transaction or
/// one read at a time. So the list waits for the import, and the main thread with it.
public final class SharedConnectionImport: BackgroundImport {
    override func connect() throws -> StopStore { plan.list.store }
}
