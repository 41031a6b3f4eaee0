// Small versions of the variants that do not measure time. The time is simulated, and costs nothing. A block can be late by any time. In `cancelDuring` and `cancelLooks` the item can be cancelled before, during and after its run.

func order() -> String { words(orderByDeadlines(2, step: .milliseconds(10))) }
func chain() -> String { words(orderByChain(2, step: .milliseconds(10))) }

func cannotCancel() -> String { words(ForgetfulScreen(delay: 10_000).visitTwice()) }
func checkInBlock() -> String { words(CheckingScreen(delay: 10_000).visitTwice()) }
func cancel() -> String { words(CancellingScreen(delay: 10_000).visitTwice()) }

func cancelBefore() -> String {
    let report = cancelBeforeTheyAreDue(2, after: 10_000)
    return "\(report.ran) of \(report.items) ran, \(report.notified) notified"
}

func cancelDuring() -> String { words(Drawing(rows: 2, pause: nil).cancelDuring(looks: false, after: 10_000)) }
func cancelLooks() -> String { words(Drawing(rows: 2, pause: nil).cancelDuring(looks: true, after: 10_000)) }

func allowed(_ outcome: String) -> Bool { !outcome.hasSuffix("1 from a closed visit") && outcome != "block 2, block 1" }

private func words(_ report: OrderReport) -> String { report.ran.map { "block \($0)" }.joined(separator: ", ") }

private func words(_ report: ScreenReport) -> String {
    "\(report.prompts) \(report.prompts == 1 ? "prompt" : "prompts"), \(report.fromClosedVisit) from a closed visit"
}

private func words(_ report: DrawingReport) -> String { "\(report.drawn) of \(report.rows) rows drawn" }
