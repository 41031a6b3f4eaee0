import Dispatch

// The variants with two photos or two blocks, so that every interleaving can be run. Without staging, the blocks overlap in some
// interleavings and not in others.

func serial() { result = words(Page(photos: 2).useSerialQueue()) }
func serialBarrier() { result = words(Page(photos: 2).useBarriersOnSerialQueue()) }
func concurrent() { result = words(Page(photos: 2).useConcurrentQueue()) }

func main() {
    let page = Page(photos: 2)
    visiblePage = page
    page.submitToMainQueue()
    begunTooEarly = page.diary.begun.count
}

func global() { result = "\(twoPartsOfAnApp().finished) of 4 blocks ended" }

func sync() { log(viewDidLoadWithSync) }
func async() { log(viewDidLoadWithAsync) }
func syncBehind() { result = "\(saveAndCount(2).counted) of 2 photos counted" }

func twoQueues() { result = words(useTwoQueues(1)) }
func target() { result = words(useTargetQueue(1)) }
func concurrentTarget() { result = words(useConcurrentQueuesWithTarget(1)) }

func qos() { result = "blocks \(submitToOneSerialQueue().map { String($0.number + 1) }.joined(separator: ", "))" }

private var result = ""
/// The page of `main`, whose blocks run after that function has returned.
private var visiblePage: Page?
private var begunTooEarly = 0
/// The console of `sync` and `async`, to which a block can still log after that function has returned.
private var visibleConsole: Console?

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String {
    if let visiblePage { return words(PageReport(visiblePage)) + ", \(begunTooEarly) too early" }
    if let visibleConsole { return visibleConsole.texts.joined(separator: ", ") }
    return result
}

private func words(_ report: PageReport) -> String {
    "finished: " + report.finished.map { "photo \($0)" }.joined(separator: ", ")
}

private func words(_ report: AlbumReport) -> String {
    let lost = report.added - report.inAlbum
    return "\(lost) \(lost == 1 ? "photo" : "photos") lost"
}

private func log(_ viewDidLoad: (Console) -> Void) {
    let console = Console()
    visibleConsole = console
    viewDidLoad(console)
}
