/// Two values are fetched side by side and put together.
func temperature(in city: String) async -> Int {
    await Task.yield()
    return city.count
}

func scenario() async -> Int {
    async let rome = temperature(in: "Rome")
    async let oslo = temperature(in: "Copenhagen")
    return await rome + oslo
}

func allowed(_ sum: Int) -> Bool { sum == 14 }
