import Dispatch

// The explorer calls these functions under every interleaving: two threads use one album.

/// Two threads add the same photo.
func twoAddOnePhoto() -> String {
    let album = Album(), other = DispatchGroup()
    DispatchQueue.global().async(group: other) { album.add("dawn") }
    album.add("dawn")
    other.wait()
    return album.names.count == 1 ? "right" : "the photo is there \(album.names.count) times"
}

/// A thread adds two photos, and another thread adds one of them.
func addAllAndAdd() -> String {
    let album = Album(), other = DispatchGroup()
    DispatchQueue.global().async(group: other) { album.addAll(["dawn", "noon"]) }
    album.add("noon")
    other.wait()
    let names = album.names
    if !names.contains("dawn") { return "addAll had returned, and its photos were not there" }
    return names.sorted() == ["dawn", "noon"] ? "right" : "the album has \(names.joined(separator: ", "))"
}

/// A thread adds two photos and looks, and another thread looks at the same time.
func addAllAndLook() -> String {
    let album = Album(), other = DispatchGroup()
    var isThere = false
    DispatchQueue.global().async(group: other) {
        album.addAll(["dawn", "noon"])
        isThere = album.contains("noon")
    }
    let seen = album.names
    other.wait()
    if !isThere { return "addAll had returned, and its photos were not there" }
    return seen.count == 1 ? "another thread saw one of two photos" : "right"
}

/// A thread adds a photo, and another thread asks for it at the same time.
func addAndAsk() -> String {
    let album = Album(), other = DispatchGroup()
    DispatchQueue.global().async(group: other) { album.add("dawn") }
    _ = album.contains("dawn")
    other.wait()
    return album.contains("dawn") ? "right" : "add had returned, and its photo was not there"
}

/// Two threads change all names, each in its own way.
func twoRename() -> String {
    let album = Album(), other = DispatchGroup()
    album.add("dawn")
    DispatchQueue.global().async(group: other) { album.renameAll { $0 + "A" } }
    album.renameAll { $0 + "B" }
    other.wait()
    let names = album.names
    return names == ["dawnAB"] || names == ["dawnBA"] ? "right" : "after two changes of dawn, the album has \(names)"
}

func allowed(_ outcome: String) -> Bool { outcome == "right" }
