extension SharedBuffer {
    /// With the limit 0 an empty buffer is full, too.
    func waitForSpace() async { await suspendWhileFull() }
}
