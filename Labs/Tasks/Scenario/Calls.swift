/// A group of requests, and its results.
public struct RequestReport: Codable, Sendable {
    /// The most requests that were open at the same time.
    public var open: Int
    public var answers: [String]
}

@MainActor private func request(_ server: Server, _ load: (Server) async -> [String]) async -> RequestReport {
    let answers = await load(server)
    return RequestReport(open: server.most, answers: answers)
}

@MainActor public func loadProfileOneByOne() async -> RequestReport {
    await request(Server(groups: [1, 1, 1])) { await profileOneByOne(from: $0) }
}

@MainActor public func loadProfile() async -> RequestReport { await request(Server(groups: [3])) { await profile(from: $0) } }

@MainActor public func loadProfileOfUser() async -> RequestReport {
    await request(Server(groups: [1, 2])) { await profileOfUser(from: $0) }
}

public let photoNames = ["dawn", "noon", "dusk", "moon", "rain", "snow", "wind", "hail"]

private func names(_ photos: Int) -> [String] { Array(photoNames.prefix(photos)) }

/// The server answers the last request first.
@MainActor public func fillAlbum(_ photos: Int) async -> RequestReport {
    await request(Server(requests: photos, together: photos, .lastFirst)) { server in
        let album = Album(server)
        await fill(album, with: names(photos), from: server)
        return album.photos
    }
}

@MainActor public func fillAlbumInOrder(_ photos: Int) async -> RequestReport {
    await request(Server(requests: photos, together: photos, .lastFirst)) { server in
        let album = Album(pages: photos, server)
        await fillInOrder(album, with: names(photos), from: server)
        return album.photos
    }
}

@MainActor public func cover(_ photos: Int) async -> RequestReport {
    await request(Server(requests: photos, together: photos, .lastFirst)) { server in
        let album = Album(server)
        await chooseCover(of: album, from: names(photos), from: server)
        return album.photos
    }
}

@MainActor public func fillAlbum(_ photos: Int, limit: Int) async -> RequestReport {
    await request(Server(requests: photos, together: min(limit, photos), .firstFirst)) { server in
        let album = Album(server)
        await fillGradually(album, with: names(photos), from: server, limit: limit)
        return album.photos
    }
}

/// The end of an upload, in words, and the photos in the cloud at this moment.
public struct UploadReport: Codable, Sendable {
    public var uploaded: Int
    public var ending: String
}

@MainActor private func report(_ cloud: Cloud, _ upload: (Cloud) async throws -> Void) async -> UploadReport {
    let ending: String
    do {
        try await upload(cloud)
        ending = "it returned"
    } catch {
        ending = "it threw a \(type(of: error))"
    }
    return UploadReport(uploaded: cloud.uploaded, ending: ending)
}

private let soon = Duration.milliseconds(20), never = Duration.seconds(30)

@MainActor public func photoFirst() async -> UploadReport { await report(Cloud(aPhotoTakes: soon)) { try await uploadBoth(to: $0) } }

@MainActor public func filmFirst() async -> UploadReport {
    await report(Cloud(aPhotoTakes: never)) { try await uploadBothFilmFirst(to: $0) }
}

@MainActor public func withoutResults() async -> UploadReport {
    await report(Cloud(aPhotoTakes: soon)) { await upload(["photo", "film"], to: $0) }
}

@MainActor public func discardingResults() async -> UploadReport {
    await report(Cloud(aPhotoTakes: never)) { try await uploadAll(["photo", "film"], to: $0) }
}

@MainActor public func waitingForAll() async -> UploadReport {
    await report(Cloud(aPhotoTakes: soon)) { try await uploadAndWait(["photo", "film"], to: $0) }
}
