func scenario() {
    var photos = 1
    while photos < 1_000 {
        photos += 1
    }
}
