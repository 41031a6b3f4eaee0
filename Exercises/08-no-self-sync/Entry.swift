import ExerciseChecks

@main enum NoSelfSyncEntry {
    static func main() {
        NoSelfSyncRun.run {
            let album = Album()
            return NoSelfSyncRun.Access(
                names: { album.names }, contains: { album.contains($0) }, add: { album.add($0) }, addAll: { album.addAll($0) },
                renameAll: { album.renameAll($0) })
        }
    }
}
