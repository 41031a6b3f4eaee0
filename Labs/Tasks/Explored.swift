// The variants with few child tasks, so that every interleaving can be run.

func oneByOne() async -> String { open(await loadProfileOneByOne()) }
func asyncLet() async -> String { open(await loadProfile()) }
func byCompletion() async -> String { photos(await fillAlbum(2)) }
func byIndex() async -> String { photos(await fillAlbumInOrder(2)) }
func limit() async -> String { open(await fillAlbum(3, limit: 2)) }
func lateError() async -> String { end(await photoFirst()) }
func lostError() async -> String { end(await withoutResults()) }
func discarding() async -> String { end(await discardingResults()) }
func outlives() async -> String { screen(await closeScreen()) }
func weakSelf() async -> String { screen(await closeWeakScreen()) }
func detached() async -> String { await saveWithDetachedTask().line }
func inherited() async -> String { await saveWithTask().line }

func allowed(_ outcome: String) -> Bool {
    [
        "1 open", "2 open", "3 open", "dawn, noon", "it threw a CloudIsFull, 0 photos in the cloud", "the screen is released",
        "request 7: saved",
    ].contains(outcome)
}

private func open(_ report: RequestReport) -> String { "\(report.open) open" }
private func photos(_ report: RequestReport) -> String { report.answers.joined(separator: ", ") }

private func end(_ report: UploadReport) -> String {
    "\(report.ending), \(report.uploaded) photo\(report.uploaded == 1 ? "" : "s") in the cloud"
}

private func screen(_ report: ScreenReport) -> String { report.isReleased ? "the screen is released" : "the screen is kept" }
