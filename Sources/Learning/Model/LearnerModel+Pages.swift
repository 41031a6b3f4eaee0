import Words
import Grading
import Terminal
import Timeline
import Trace

extension LearnerModel {
    /// The lines of a page, all of them.
    mutating func lines(of page: Page, width: Int) -> Canvas {
        var text = PageText(width: width, style: style)
        switch page {
        case .task: addTask(&text)
        case .verdict: addVerdict(&text)
        case .hints: addHints(&text)
        case .list: addList(&text)
        case .keys: addKeys(&text)
        }
        return text.canvas
    }

    private func addTask(_ text: inout PageText) {
        // First what to do: on a small screen the task itself is longer than the page.
        text.add("Your file: \(texts.file)", .heading)
        if verdict == nil || isUnchanged {
            text.add("It is unchanged. Edit it with your editor: each time you save it, it is graded.")
        }
        if isUnchanged, let verdict, !verdict.passed {
            text.add("The code as it is does not pass: v shows why, and s goes step by step through the schedule that fails.")
        }
        text.addBlank()
        text.add(markdown: texts.task)
    }

    // MARK: The verdict

    private mutating func addVerdict(_ text: inout PageText) {
        if let failure { return text.add(failure, .warning) }
        guard let verdict else { return text.add("There is no verdict yet.") }
        if verdict.passed { return addPass(verdict, &text) }
        if isUnchanged { text.add("This is the original code.") }
        // The first failure is what a learner reads first. The picture is below the failure that it shows.
        let failed = verdict.failed
        let pictured = picture?.isSchedule == true ? failed.firstIndex(where: \.hasSchedule) ?? 0 : 0
        if let trouble = hidesAdvice ? verdict.mistake : verdict.trouble { text.add(trouble) }
        if verdict.trouble != nil || failed.isEmpty { addPicture(&text) }
        for (index, check) in failed.enumerated() {
            add(check, &text)
            if verdict.trouble == nil, index == pictured { addPicture(&text, below: check) }
        }
        addUnjudged(verdict, &text)
        let passed = verdict.checks.filter { $0.result == .passed }
        if !passed.isEmpty { text.addBlank() }
        for check in passed { text.add("\(mark(.passed)) \(check.name)  (\(check.points))") }
        if hidesAdvice {
            text.addBlank()
            text.add("Try to find the cause yourself. h shows a hint, and from then on each bug has its advice.", .secondary)
        } else {
            addRemarks(verdict, &text)
        }
        if !verdict.printed.isEmpty {
            text.addBlank()
            text.add("Your program printed:")
            for line in verdict.printed { text.add("  | \(line)", .secondary) }
        }
    }

    private func add(_ check: LearnerVerdict.Check, _ text: inout PageText) {
        text.addBlank()
        text.add("\(mark(check.result)) \(check.name)  (\(check.points))", check.result == .failed ? .warning : .text)
        if !check.mistake.isEmpty { text.add(check.mistake, indent: 4) }
        let table = check.tableLines(width: text.canvas.width - 5)
        if !table.isEmpty {
            text.addBlank()
            for line in table { text.addRow("    " + line.shown(style), .text) }
            if !hidesAdvice { text.addBlank() }
        }
        if !hidesAdvice, !check.advice.isEmpty { text.add(check.advice, indent: 4) }
    }

    /// The advice can be the solution: the learner first tries, or asks for a hint.
    private var hidesAdvice: Bool { isUnchanged && hintsShown == 0 && record.hints == 0 }

    private func mark(_ result: LearnerVerdict.Check.Result) -> String {
        switch result {
        case .passed: style.isASCII ? "+" : "✓"
        case .failed: style.isASCII ? "x" : "✗"
        case .notJudged: style.isASCII ? "-" : "–"
        }
    }

    /// Checks that were not judged: those with the same reason together.
    private func addUnjudged(_ verdict: LearnerVerdict, _ text: inout PageText) {
        let checks = verdict.checks.filter { $0.result == .notJudged }
        // When nothing could be run, the reason is said already.
        if verdict.status == .notCompiled || verdict.status == .notStarted { return }
        var reasons: [String] = []
        for check in checks where !reasons.contains(check.message) { reasons.append(check.message) }
        for reason in reasons {
            text.addBlank()
            for check in checks where check.message == reason { text.add("\(mark(.notJudged)) \(check.name)  (\(check.points))") }
            text.add(verdict.isEarly ? "Still being run." : reason, .secondary, indent: 4)
        }
    }

    /// - Parameter check: the failure above the picture. Its table has the steps, so they are not shown again.
    private mutating func addPicture(_ text: inout PageText, below check: LearnerVerdict.Check? = nil) {
        guard picture != nil, let canvas = picture?.canvas(width: text.canvas.width, style: style) else { return }
        text.addBlank()
        text.add(picture?.caption ?? "", .heading)
        if check?.hasTable != true { picture?.steps?.add(to: &text) }
        text.add(canvas)
    }

    private func addRemarks(_ verdict: LearnerVerdict, _ text: inout PageText) {
        for remark in verdict.remarks {
            text.addBlank()
            text.add(remark)
        }
    }

    private func addPass(_ verdict: LearnerVerdict, _ text: inout PageText) {
        text.add(verdict.headline, .heading)
        text.add("Your work: \(record.words).")
        text.add(next.map { "n goes on to \(list[$0].name): \(list[$0].topic)." } ?? "All exercises have passed.")
        text.addBlank()
        for check in verdict.checks {
            text.add("\(mark(check.result)) \(check.name)  (\(check.points))")
            if check.result != .passed, !check.message.isEmpty { text.add(check.message, indent: 4) }
        }
        addRemarks(verdict, &text)
        guard let solution else { return }
        text.addBlank()
        text.add(markdown: solution.explanation)
        text.addBlank()
        text.add("A solution", .heading)
        text.addBlank()
        text.add(code: solution.code)
    }

    // MARK: Hints, the list, the keys

    private func addHints(_ text: inout PageText) {
        for (index, hint) in texts.hints.prefix(hintsShown).enumerated() {
            text.addBlank()
            let parts = hint.split(separator: "\n", maxSplits: 1)
            text.add("Hint \(index + 1) of \(texts.hints.count): \(parts.first ?? "")", .heading)
            if parts.count > 1 { text.add(markdown: String(parts[1])) }
        }
        if hintsShown < texts.hints.count {
            text.addBlank()
            text.add("h shows the next hint.", .secondary)
        }
    }

    private func addList(_ text: inout PageText) {
        let width = list.map(\.name.count).max() ?? 0
        for (index, listed) in list.enumerated() {
            let arrow = index == selection ? ">" : " "
            let name = listed.name + String(repeating: " ", count: width - listed.name.count)
            let begin = "\(arrow) \(listed.passed ? mark(.passed) : " ") \(name)  "
            let room = max(8, text.canvas.width - 1 - displayWidth(begin))
            text.addRow(begin + listed.state.shown(style).fitted(to: room, style), index == selection ? .heading : .text)
        }
    }

    private func addKeys(_ text: inout PageText) {
        let rows = KeyTable.rows(on: .learner)
        let column = (rows.map(\.shown.count).max() ?? 0) + 2
        for row in rows {
            let lines = ExerciseText.broken(row.words, max(20, text.canvas.width - column - 1))
            for (index, line) in lines.enumerated() {
                let keys = index == 0 ? row.shown : ""
                text.addRow(keys + String(repeating: " ", count: column - keys.count) + line, .text)
            }
        }
        text.addBlank()
        text.add("Your file is graded each time you save it. A save during a grading ends that grading, and begins a new one.")
    }
}

extension LearnerModel {
    /// A page as lines of text, for a front that prints.
    public mutating func text(of page: Page, width: Int) -> String {
        if page == .list { selection = current }
        return lines(of: page, width: width).text(Style(isASCII: style.isASCII))
    }

    /// One hint, for a front that prints.
    func hint(_ number: Int, width: Int) -> String {
        guard texts.hints.indices.contains(number - 1) else { return "" }
        var text = PageText(width: width, style: style)
        let parts = texts.hints[number - 1].split(separator: "\n", maxSplits: 1)
        text.add("Hint \(number) of \(texts.hints.count): \(parts.first ?? "")", .heading)
        if parts.count > 1 { text.add(markdown: String(parts[1])) }
        return text.canvas.text(Style(isASCII: style.isASCII))
    }
}
