import ExerciseChecks

@main enum ImageCacheEntry {
    static func main() {
        ImageCacheRun.run { download in
            let cache = ImageCache(download: download)
            return { try await cache.image($0) }
        }
    }
}
