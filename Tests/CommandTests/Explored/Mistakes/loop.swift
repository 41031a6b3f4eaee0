func scenario() -> Int {
    while true {}
}
