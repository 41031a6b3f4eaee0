import Dispatch

// Small versions of the import: four stops, of which two are saved together. The user cancels at any
// moment, and continues. The database is `Explored/StopStore.swift`.

func oneSave() { cancelAndContinue(BackgroundImport(plan(saveEvery: 4))) }

func everyRow() { lookOnce(BackgroundImport(plan(progressEvery: 1))) }

func wrongThread() { lookOnce(WrongThreadImport(plan(progressEvery: 4))) }

func sharedConnection() { lookOnce(SharedConnectionImport(plan())) }

func batches() { lookOnce(BackgroundImport(plan())) }

func cancel() { cancelAndContinue(BackgroundImport(plan())) }

@MainActor func tasks() async {
    let importer = TaskImport(plan())
    continueWhenCancelled(importer)
    importer.start()
    // The main actor runs the import, too. So the user's key comes through the main queue.
    DispatchQueue.global().async { DispatchQueue.main.async { importer.cancel() } }
}

private let list = StopList(StopStore(path: "stops", label: "list connection"), lines: 5)
private var words: [String] = []

private func plan(saveEvery: Int = 2, progressEvery: Int = 4) -> ImportPlan {
    let file = StopsFile("header\n1,,A,,1,1\n2,,B,,1,1\n3,,C,,1,1\n4,,D,,1,1\n".utf8)
    return ImportPlan(file: file, database: "stops", list: list, saveEvery: saveEvery, progressEvery: progressEvery)
}

/// The user looks at the list while the import runs.
private func lookOnce(_ importer: any Importer) {
    list.whenEnded = { words.append("at the end \(list.count) stops") }
    importer.start()
    DispatchQueue.main.async {
        list.reload()
        list.draw()
        words.append("the user sees \(list.count) stops")
    }
}

/// The user cancels, sees what was saved, and continues.
private func cancelAndContinue(_ importer: any Importer) {
    continueWhenCancelled(importer)
    importer.start()
    importer.cancel()
}

private func continueWhenCancelled(_ importer: any Importer) {
    list.whenEnded = {
        words.append("after cancel() \(list.count) stops")
        list.whenEnded = { words.append("at the end \(list.count) stops") }
        importer.start()
    }
}

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String { words.sorted().joined(separator: ", ") }

/// Whole batches are saved, and at the end all stops, in their order.
func allowed(_ outcome: String) -> Bool {
    !outcome.contains("1 stops") && !outcome.contains("3 stops") && outcome.contains("at the end 4 stops")
}
