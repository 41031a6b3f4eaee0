/// The bug: the photos are put into the album as they come.
func fill(_ album: Album, with names: [String], from server: Server) async {
    await withTaskGroup { group in
        for name in names {
            group.addTask(name: name) { await server.load(name) }
        }
        for await photo in group {
            album.append(photo)
        }
    }
}

/// The fix: each child task returns the place of its photo, too.
func fillInOrder(_ album: Album, with names: [String], from server: Server) async {
    await withTaskGroup { group in
        for (page, name) in names.enumerated() {
            group.addTask(name: name) { (page, await server.load(name)) }
        }
        for await (page, photo) in group {
            album[page] = photo
        }
    }
}

/// The first photo that comes is the cover. The other ones are not needed any more.
func chooseCover(of album: Album, from names: [String], from server: Server) async {
    await withTaskGroup { group in
        for name in names {
            group.addTask(name: name) { await server.load(name) }
        }
        if let photo = await group.next() {
            album.append(photo)
        }
        group.cancelAll()
    }
}
