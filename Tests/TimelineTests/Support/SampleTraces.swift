import Trace

/// Runs that the drawings are tried on.
enum Samples {
    /// Readers overlap, two writes are barriers, the main thread waits for the group.
    static var photoLibrary: Trace {
        var build = TraceBuilder(threads: 5)
        let photos = build.queue("photoQueue", .concurrent)
        let group = build.object(.group, "group 1")
        build.item("image(at:) #1", on: photos, enqueued: 4, 10, 61, thread: 1)
        build.item("image(at:) #2", on: photos, enqueued: 6, 14, 83, thread: 2)
        build.item("image(at:) #3", on: photos, enqueued: 8, 19, 74, thread: 3)
        build.item("add(_:) #1", on: photos, enqueued: 20, 84, 131, thread: 2, barrier: true)
        build.item("image(at:) #4", on: photos, enqueued: 31, 133, 190, thread: 2)
        build.item("image(at:) #5", on: photos, enqueued: 36, 134, 212, thread: 1)
        build.item("image(at:) #6", on: photos, enqueued: 40, 136, 204, thread: 3)
        build.item("image(at:) #7", on: photos, enqueued: 47, 139, 171, thread: 4)
        build.item("add(_:) #2", on: photos, enqueued: 150, 213, 262, thread: 1, barrier: true)
        build.item("image(at:) #8", on: photos, enqueued: 158, 263, 318, thread: 1)
        build.item("image(at:) #9", on: photos, enqueued: 160, 264, 330, thread: 2)
        let last = build.event(.groupLeft, at: 330.5, thread: 2)
        build.wait(.group, thread: 0, for: group, 164, 333, endedBy: last)
        return build.trace
    }
}
