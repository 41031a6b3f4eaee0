// The variants with few elements, so that every interleaving can be run. The tasks are cancelled at any moment.

func unbounded() async -> String { waiting(await showAllReadings(2)) }
func onDemand() async -> String { waiting(await showReadingsOnDemand(2)) }
func oldest() async -> String { last(await showOldestReadings(4), of: 4) }
func newest() async -> String { last(await showNewestReadings(4), of: 4) }
func twoLoops() async -> String { news(await publishInOneStream(2)) }
func twoStreams() async -> String { news(await publishInTwoStreams(2)) }
func taskInside() async -> String { beats(await cancelOnlyListener()) }
func onTermination() async -> String { beats(await cancelListenerAndMetronome()) }
func finishFirst() async -> String { letters(await collectAll(1) { merge($0) }) }
func finishLast() async -> String { letters(await collectAll(1) { mergeAll($0) }) }
func cancelledLoop() async -> String { stop(await cancelScreen(3)) }
func loopLooks() async -> String { stop(await cancelLookingScreen(3)) }

func allowed(_ outcome: String) -> Bool {
    [
        "no reading waits", "the last reading is shown", "both readers have both messages", "the metronome stops", "both letters are there",
        "the screen stops",
    ].contains(outcome)
}

private func waiting(_ report: ReadingReport) -> String { report.waiting == 0 ? "no reading waits" : "a reading waits" }

private func last(_ report: ReadingReport, of readings: Int) -> String {
    report.shown.last == readings ? "the last reading is shown" : "the last reading is lost"
}

private func news(_ report: NewsReport) -> String {
    report.ada.count == 2 && report.ben.count == 2 ? "both readers have both messages" : "a message has one reader"
}

// A beat or a reading can be on its way at the moment of the cancellation.
private func beats(_ report: BeatReport) -> String { report.late < 2 ? "the metronome stops" : "the metronome goes on" }
private func stop(_ report: ReadingReport) -> String { report.shown.count < 2 ? "the screen stops" : "the screen goes on" }

private func letters(_ report: LetterReport) -> String { report.letters.count == 2 ? "both letters are there" : "a letter is lost" }
