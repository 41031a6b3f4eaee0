import ExerciseChecks

@main enum OnceEntry {
    static func main() {
        OnceRun.run(
            prepare: { PhotoCatalogue.readNames = $0 },
            ask: { PhotoCatalogue.shared },
            photos: { ($0 as? PhotoCatalogue)?.names ?? [] })
    }
}
