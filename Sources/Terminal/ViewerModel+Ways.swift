import Narration
import Words

// Keys that lead to another variant, to its log, and to other screens.

extension ViewerModel {
    public var wantsTerminal: Bool { leading != nil || wantsLog }

    public mutating func useTerminal() {
        if wantsLog {
            wantsLog = false
            return showLog()
        }
        defer { leading = nil }
        message = leading?.open(style: style)
    }

    /// The ways from the run at the cursor.
    private var waysFromHere: Ways {
        var ways = ways
        if ways.variants.contains(runs[current].run.title) { ways.variant = runs[current].run.title }
        return ways
    }

    mutating func lead(to command: ScreenCommand) {
        leading = waysFromHere.place(for: command)
        if leading == nil { message = ways.refusal(of: command) }
    }

    /// The run step by step. The cursor is afterwards where the learner left.
    private mutating func showLog() {
        let log = runs[current].log, first = Swift.max(0, runs[current].step)
        var ways = waysFromHere
        ways.isBelowPicture = true
        do {
            go(to: try StepperScreen.show(log, runs[current].history(), style: style, first: first, ways: ways))
        } catch { message = "the log needs a larger terminal" }
    }

    // MARK: Lists

    /// The list of the variants, at the one that was shown before, else at the next one that was not run.
    mutating func openVariants() {
        guard ways.variants.count > 1 else { return message = ways.refusal(of: .variants) }
        let isRun = Set(runs.map(\.run.title)), now = ways.variants.firstIndex(of: runs[current].run.title) ?? 0
        let others = Array(ways.variants.indices.dropFirst(now + 1)) + Array(ways.variants.indices.prefix(now))
        let next = others.first { !isRun.contains(ways.variants[$0]) }
        selection = ways.variantBefore.flatMap { ways.variants.firstIndex(of: $0) } ?? next ?? now
        open(.variants)
    }

    /// The list of the exercises, at the one that fits the variant.
    mutating func openExercises() {
        let fitting = waysFromHere.exercise
        selection = ways.exercises.firstIndex { $0 == fitting } ?? 0
        open(.exercises)
    }

    private var choiceCount: Int { overlay == .variants ? ways.variants.count : ways.exercises.count }

    mutating func takeInList(_ key: Key) {
        switch KeyTable.command(for: key, on: .viewer) {
        case .up, .wheelUp: selection = Swift.max(0, selection - 1)
        case .down, .wheelDown: selection = Swift.min(choiceCount - 1, selection + 1)
        case .first: selection = 0
        case .last: selection = choiceCount - 1
        case .pageUp, .halfPageUp: selection = Swift.max(0, selection - places.overlayRows)
        case .pageDown, .halfPageDown: selection = Swift.min(choiceCount - 1, selection + places.overlayRows)
        case .run(let number) where number <= choiceCount:
            selection = number - 1
            choose()
        case .detail: choose()
        case .redraw: break
        default: if key != .resized { overlay = nil }
        }
    }

    private mutating func choose() {
        let isOfVariants = overlay == .variants
        overlay = nil
        guard isOfVariants else { return leading = Ways.place(of: ways.exercises[selection]) }
        let name = ways.variants[selection]
        if let run = runs.firstIndex(where: { $0.run.title == name }) { return pick(run) }
        leave(.goesTo(name))
    }

    /// Scrolls so that the chosen line is visible.
    mutating func followChoice() {
        overlayScroll = Swift.min(Swift.max(overlayScroll, selection - places.overlayRows + 1), selection)
    }

    /// The lines of a list: a variant that was run has its description. Before, it would tell the answer.
    func choices(width: Int) -> [[Span]] {
        let names = overlay == .variants ? ways.variants : ways.exercises.map(\.name)
        let column = names.map { displayWidth($0) }.max() ?? 0
        return names.enumerated().map { index, name in
            let run = runs.first { $0.run.title == name }
            let words =
                overlay == .exercises
                ? ways.exercises[index].topic
                : index == ways.variants.firstIndex(of: runs[current].run.title) ? "shown now" : run?.run.summary ?? "not run yet"
            let space = String(repeating: " ", count: column - displayWidth(name) + 2)
            let number = String(repeating: " ", count: "\(names.count)".count - "\(index + 1)".count) + "\(index + 1)"
            let line = [
                Span(.subject, "\(index == selection ? ">" : " ") \(number)  \(name)\(space)"),
                Span(index == selection ? .text : .number, words),
            ]
            return StatePanel.fit(line, width: width, isASCII: style.isASCII)
        }
    }
}
