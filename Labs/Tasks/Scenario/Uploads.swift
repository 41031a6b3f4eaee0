/// The bug: the error of the second child waits until the first one has been awaited.
func uploadBoth(to cloud: Cloud) async throws {
    async let photo: Void = cloud.upload("photo")
    async let film: Void = cloud.upload("film")
    try await photo
    try await film
}

/// The error is seen first. Then the function ends, and its other child is cancelled.
func uploadBothFilmFirst(to cloud: Cloud) async throws {
    async let photo: Void = cloud.upload("photo")
    async let film: Void = cloud.upload("film")
    try await film
    try await photo
}

/// The bug: no line asks for the results, so no line gets the error.
func upload(_ names: [String], to cloud: Cloud) async {
    await withThrowingTaskGroup { group in
        for name in names {
            group.addTask(name: name) { try await cloud.upload(name) }
        }
    }
}

/// The fix: such a group keeps no results. The first error cancels the other children, and the group throws it.
func uploadAll(_ names: [String], to cloud: Cloud) async throws {
    try await withThrowingDiscardingTaskGroup { group in
        for name in names {
            group.addTask(name: name) { try await cloud.upload(name) }
        }
    }
}

/// `waitForAll` throws the first error when all children have ended. It cancels nothing.
func uploadAndWait(_ names: [String], to cloud: Cloud) async throws {
    try await withThrowingTaskGroup { group in
        for name in names {
            group.addTask(name: name) { try await cloud.upload(name) }
        }
        try await group.waitForAll()
    }
}
