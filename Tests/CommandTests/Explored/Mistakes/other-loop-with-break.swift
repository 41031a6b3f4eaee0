func scenario() -> Int {
    var i = 0
    while true {
        i &+= 1
        if i == Int.max { break }
    }
    return i
}
