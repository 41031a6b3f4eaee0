import Dispatch

extension DispatchSourceProtocol {
    /// Activates the source and waits until the system observes its event.
    ///
    /// Activating is asynchronous. A SIGUSR1 before the registration would have its default action:
    /// it ends the process.
    func register() throws {
        let registered = Tally()
        setRegistrationHandler { registered.add() }
        activate()
        try registered.wait(for: 1, "a source to be registered")
    }
}
