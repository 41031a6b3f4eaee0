import Words
import Glibc

extension LabInvocation {
    /// Prints one JSON object on standard output, and nothing else.
    func printJSON() throws(ExplainedError) -> Bool {
        var report = LabReport(lab: lab.name, title: lab.title, seed: options.seed)
        for variant in variants {
            let runs = try repetitions(of: variant)
            guard let last = runs.last else { continue }
            var page = LabReport.Variant(last, of: variant.summary, runs, asked: options.repetitions)
            page.moment = answeringStep(of: variant, last.trace).map { LabReport.Moment(event: $0.number, sentence: $0.sentence) }
            page.afterRun = question(about: last, of: variant).map { question, reading in
                LabReport.AfterRun(
                    question: TextPage.flowing(question.question), choices: reading.choices, answer: reading.answer,
                    event: step(reading, shown(last.trace))?.number)
            }
            report.variants.append(page)
        }
        if options.variant == "all" && options.repetitions == nil {
            for (index, comparison) in lab.comparisons.enumerated() {
                report.comparisons.append(LabReport.Comparison(comparison, comparison.figures(try loop.measure(index), loop.setting)))
            }
        }
        report.holds = report.variants.allSatisfy(\.holds)
        do { Output.put(try JSONText.page(report) + "\n") } catch { throw .cannotRun("its report cannot be written: \(error)") }
        return report.holds
    }
}

/// The output of `--json`. Its keys are stable, because scripts use them.
struct LabReport: Encodable {
    struct Variant: Encodable {
        var name: String
        var summary: String
        /// "exited", "killed" or "timedOut", with the code or signal.
        var ending: Ending
        var claims: [Claim]
        var observations: JSONValue
        var output: String
        var items: Int
        var holds: Bool
        var showsMistake: Bool
        /// The event that answers the question.
        var moment: Moment?
        /// The question after the run, with the answer that the recording gives.
        var afterRun: AfterRun?
        /// With `--repeat`: the counts over all runs. Claims and observations are those of the last
        /// run.
        var repetitions: Tallies?

        init(_ outcome: Outcome, of summary: String, _ runs: Repetitions, asked: Int?) {
            name = outcome.variant
            self.summary = summary
            ending = Ending(outcome)
            claims = outcome.claims
            observations = outcome.observations
            output = outcome.output
            items = outcome.trace.items.count
            holds = runs.holds
            showsMistake = outcome.showsMistake
            repetitions = asked == nil ? nil : Tallies(runs)
        }
    }

    /// An event of the run, as in the log of `--step`.
    struct Moment: Encodable {
        var event: Int
        var sentence: String
    }

    struct AfterRun: Encodable {
        var question: String
        var choices: [String]
        /// An index into `choices`.
        var answer: Int
        /// The event that shows it, as in the log of `--step`; nil if no single event does.
        var event: Int?
    }

    struct Ending: Encodable {
        var how: String
        var code: Int32?
        var signal: Int32?

        init(_ outcome: Outcome) {
            switch outcome.ending {
            case _ where outcome.timedOut: how = "timedOut"
            case .exited(let code): (how, self.code) = ("exited", code)
            case .killed(let signal): (how, self.signal) = ("killed", signal)
            case .stopped, .unknown: how = "unknown"
            }
        }
    }

    struct Tallies: Encodable {
        var runs: Int
        var held: Int
        var mistakeShown: Int
        var claims: [Repetitions.Tally]

        init(_ runs: Repetitions) {
            self.runs = runs.count
            held = runs.timesHeld
            mistakeShown = runs.timesMistakeShown
            claims = runs.tallies
        }
    }

    struct Figure: Encodable {
        var name: String
        /// The median of all rounds.
        var figure: Double
        /// The least and the most of all rounds.
        var least: Double
        var most: Double
        /// The ratio to the baseline, if there is one.
        var ratio: Double?
    }

    struct Comparison: Encodable {
        var title: String
        var unit: String
        var figures: [Figure]
        var baseline: String?
        /// The ideal, as a ratio to the baseline.
        var ideal: Double?
        /// The result of the figures, in a sentence.
        var finding: String?

        init<Parameters>(_ comparison: LabKit.Comparison<Parameters>, _ measured: Figures) {
            title = comparison.title
            unit = comparison.unit
            figures = measured.entries.map {
                Figure(name: $0.name, figure: $0.figure, least: $0.least, most: $0.most, ratio: measured.ratio($0))
            }
            baseline = measured.baseline
            ideal = measured.ideal
            finding = comparison.finding?(measured)
        }
    }

    var lab: String
    var title: String
    var seed: Int
    var variants: [Variant] = []
    var comparisons: [Comparison] = []
    var holds = false
}
