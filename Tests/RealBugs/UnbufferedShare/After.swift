extension SharedBuffer {
    func waitForSpace() async {
        if limit > 0 { await suspendWhileFull() }
    }
}
