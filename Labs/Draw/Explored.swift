import Foundation

// The pages with a search of one step. The user leaves at any moment, in the variants in which the user leaves.

func background() { show(BackgroundPage(app, search)) }
func drawBackground() { show(BackgroundDrawing(app, Fractal(size: 1))) }

/// Meanwhile the main thread draws the label.
func wrongThread() {
    let page = WrongThreadPage(app, search)
    show(page)
    _ = page.label.text
}

func strongSelf() { visit(StrongSelfPage(app, search)) }
func guardSelf() { visit(GuardSelfPage(app, search)) }
func weakSelf() { visit(WeakSelfPage(app, search)) }

@MainActor func task() async { visit(TaskPage(app, search)) }

private let app = App()
private let search = PrimeSearch(below: 4)

private func show(_ page: some Page) {
    app.page = page
    page.viewDidLoad()
}

/// The user opens the page, and leaves it.
private func visit(_ page: @autoclosure () -> some Page) {
    show(page())
    app.leavePage()
}

/// The outcome, which the explorer asks for when no thread can take another step.
func outcome() -> String {
    if !app.isLeft { return "results that are shown: \(app.results)" }
    if app.goneWhenLeft { return "the page is gone when the user has left" }
    return app.isGone ? "the page is gone later" : "the page is never gone"
}

func allowed(_ outcome: String) -> Bool {
    ["the page is gone when the user has left", "results that are shown: 1"].contains(outcome)
}
