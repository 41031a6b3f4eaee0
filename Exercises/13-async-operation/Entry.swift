import ExerciseChecks

@main enum AsyncOperationEntry {
    static func main() {
        AsyncOperationRun.run { name, download in
            let operation = PhotoDownload(name, with: download)
            return AsyncOperationRun.Subject(operation, photo: { operation.photo })
        }
    }
}
