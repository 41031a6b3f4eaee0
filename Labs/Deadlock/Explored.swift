import Foundation

// Small versions of the lab's situations, so that every interleaving can be run. No meeting is needed:
// the interleavings in which threads meet are among them.

func syncSelf() { seen = words(fill(SelfSyncAlbum(), with: 1)) }

func askQueue() {
    let journal = Journal()
    seen = words(fill(AskingAlbum(journal: journal), with: 1, journal: journal))
}

func concurrentRead() { seen = words(readWhileAdding(meeting: nil)) }

/// Two threads add a photo each.
func syncOnce() {
    let journal = Journal()
    let album = SyncOnceAlbum(journal: journal)
    DispatchQueue.concurrentPerform(iterations: 2) { album.add("photo \($0)") }
    seen = "\(album.photos.count) photos, \(journal.lines.count) lines"
}

func twoQueues() { seen = words(callEachOther(meeting: nil)) }
func asyncInstead() { seen = words(askEachOther(meeting: nil)) }

func mainWaits() { showAndWait(1, on: screen) }
func mainNotified() { showWhenDecoded(1, on: screen) }

func ownQueue() { seen = OwnQueueGallery().load().shown }
func waitLimit() { seen = OwnQueueGallery().load(waitingAtMost: .milliseconds(100)).shown }
func completion() { seen = CompletionGallery().loaded().shown }

func abba() { seen = transfer(FromThenTo()) }
func lockByLock() { seen = transfer(LockByLock(), isAudited: true) }
func lockOrder() { seen = transfer(LowerNumberFirst(), isAudited: true) }

private let screen = Screen()

/// The outcome of a variant without a screen.
private var seen: String?

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String { seen ?? (screen.photos == 1 ? "photo 1" : "an empty screen") }

func allowed(_ outcome: String) -> Bool {
    ["1 photo", "2 photos, 2 lines", "1 photo, 2 lines", "photo 1", "no money is missing"].contains(outcome)
}

private func words(_ report: AlbumReport) -> String { "\(report.photos) photo\(report.photos == 1 ? "" : "s")" }
private func words(_ report: CallReport) -> String { "\(report.photos) photo, \(report.lines) lines" }

/// Two accounts, two transfers in opposite directions.
private func transfer(_ transfer: some Transfer, isAudited: Bool = false) -> String {
    let report = Bank(accounts: 2).run(transfer, isAudited: isAudited)
    return report.missingAtAudit == 0 ? "no money is missing" : "\(report.missingAtAudit) euros are missing"
}
