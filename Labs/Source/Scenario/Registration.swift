import Dispatch

extension DispatchSourceProtocol {
    /// Activates the source and waits until the system watches for its event.
    ///
    /// Activating only asks for that; it is done a moment later, elsewhere. A SIGUSR1 in between would do what it does when nobody
    /// handles it: end the process.
    func register() throws {
        let registered = Tally()
        setRegistrationHandler { registered.add() }
        activate()
        try registered.wait(for: 1, "a source to be registered")
    }
}
