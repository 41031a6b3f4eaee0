func scenario() {
    var photos = 1
    while photos > 0 { photos = photos % 1_000 + 1 }
}
