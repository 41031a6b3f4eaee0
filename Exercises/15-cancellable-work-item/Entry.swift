import ExerciseChecks

@main enum CancellableWorkItemEntry {
    static func main() {
        // The checks create and call it on the main thread, so it can belong to the main actor.
        CancellableWorkItemRun.run { photos, pause, matches, show in
            MainActor.assumeIsolated {
                let search = PhotoSearch(photos: photos, pause: pause, matches: matches, show: show)
                return { text in MainActor.assumeIsolated { search.search(for: text) } }
            }
        }
    }
}
