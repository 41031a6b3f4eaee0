func scenario() {
    var photos = 1
    while true {
        photos = photos == 1_000 ? 1 : photos + 1
    }
}
