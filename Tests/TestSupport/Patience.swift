extension Duration {
    /// The time after which a test stops waiting for something that must come: ten minutes.
    ///
    /// It is only there to end a test that has failed. A loaded machine can be very slow, so a test
    /// that must pass waits for nothing shorter.
    package static var patience: Duration { .seconds(600) }
}
