import ExerciseChecks

@main enum PhotoPipelineEntry {
    static func main() {
        PhotoPipelineRun.run { download, filter, show in
            let list = PhotoList(download: download, filter: filter, show: show)
            return { list.visibleRowsChanged(to: $0) }
        }
    }
}
