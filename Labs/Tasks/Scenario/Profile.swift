/// The waits add up: a request begins when the one before it has been answered.
func profileOneByOne(from server: Server) async -> [String] {
    var profile: [String] = []
    for part in ["user", "photos", "friends"] {
        profile.append(await server.load(part))
    }
    return profile
}

/// Three child tasks make the requests at the same time.
func profile(from server: Server) async -> [String] {
    async let user = server.load("user")
    async let photos = server.load("photos")
    async let friends = server.load("friends")
    return await [user, photos, friends]
}

/// Two requests need the answer to the first one.
func profileOfUser(from server: Server) async -> [String] {
    async let user = server.load("user")
    let name = await user
    async let photos = server.load("photos of \(name)")
    async let friends = server.load("friends of \(name)")
    return await [name, photos, friends]
}
