func scenario() -> Int {
    repeat {
        _ = 1 + 1
    } while true
}
