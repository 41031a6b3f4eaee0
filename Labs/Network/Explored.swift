import Foundation

// The variants with one or two photos, so that every interleaving can be run. The user leaves at any moment. The network is
// `Explored/PhotoService.swift`: an answer can come at any moment too.

func serial() { load(SerialQueueLoader(page, service)) }
func concurrent() { load(ConcurrentQueueLoader(page, service)) }
func workItems() { leave(WorkItemLoader(page, service)) }

func unbounded() {
    let loader = OperationLoader.unbounded(page, service)
    load(loader)
    loader.waitUntilOver()
}

func operations() {
    let loader = OperationLoader.bounded(page, service, width: 1)
    load(loader)
    loader.waitUntilOver()
}

func cancel() {
    let loader = OperationLoader.bounded(page, service, width: 1)
    leave(loader)
    loader.waitUntilOver()
}

func unchecked() {
    let loader = OperationLoader.unchecked(pageOfOnePhoto, service, width: 1)
    leave(loader)
    loader.waitUntilOver()
}

func taskGroup() async {
    let loader = TaskGroupLoader(page, service, width: 1)
    let loading = loader.load()
    loader.cancel(loading)
    service.userHasLeft()
    hasLeft = true
    await loading.value
}

private let page = Page((1...2).map { URL(fileURLWithPath: "/photo-\($0)") })
private let pageOfOnePhoto = Page([URL(fileURLWithPath: "/photo")])
private let service = PhotoService()
private var hasLeft = false

private func load(_ loader: some PhotoLoader) { loader.load() }

private func leave(_ loader: some PhotoLoader) {
    loader.load()
    loader.cancel()
    service.userHasLeft()
    hasLeft = true
}

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String {
    if hasLeft { return "requests that go on after cancel(): \(service.goOn)" }
    return "\(page.results) of 2 photos are shown, requests at the same time: \(service.most)"
}

/// One request at a time, and none that goes on.
func allowed(_ outcome: String) -> Bool {
    outcome.hasSuffix("cancel(): 0") || outcome == "2 of 2 photos are shown, requests at the same time: 1"
}
