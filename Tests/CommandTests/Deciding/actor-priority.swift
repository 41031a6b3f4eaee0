// assertion: 10, 11
// Says: came before
actor Printer {
    private(set) var printed: [String] = []
    func printPage(_ page: String) { printed.append(page) }
}

func scenario() async -> String {
    let printer = Printer()
    let low = Task(priority: .low) { await printer.printPage("report") }
    let high = Task(priority: .high) { await printer.printPage("alarm") }
    await low.value
    await high.value
    return await printer.printed.joined(separator: " ")
}

func allowed(_ outcome: String) -> Bool { outcome == "alarm report" }
