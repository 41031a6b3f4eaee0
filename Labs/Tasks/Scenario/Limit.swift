/// At most `limit` requests are open: from then on, a task is added when another one has ended.
func fillGradually(_ album: Album, with names: [String], from server: Server, limit: Int) async {
    await withTaskGroup { group in
        for name in names.prefix(limit) {
            group.addTask(name: name) { await server.load(name) }
        }
        for name in names.dropFirst(limit) {
            if let photo = await group.next() { album.append(photo) }
            group.addTask(name: name) { await server.load(name) }
        }
        for await photo in group {
            album.append(photo)
        }
    }
}
