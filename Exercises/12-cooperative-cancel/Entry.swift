import ExerciseChecks

@main enum CooperativeCancelEntry {
    static func main() {
        CooperativeCancelRun.run { photos, makeThumbnail in
            let job = ContactSheetJob(photos: photos, makeThumbnail: makeThumbnail)
            return CooperativeCancelRun.Job(
                cancel: { job.cancel() },
                run: {
                    switch job.run() {
                    case .complete(let thumbnails): CooperativeCancelRun.Sheet(isComplete: true, thumbnails: thumbnails)
                    case .partial(let thumbnails): CooperativeCancelRun.Sheet(isComplete: false, thumbnails: thumbnails)
                    }
                })
        }
    }
}
