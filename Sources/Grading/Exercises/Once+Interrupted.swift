import ExerciseChecks

extension Exercise {
    /// What is wrong with 01-once in a run in which one thread was stopped in the middle of `shared`, and another one asked.
    @Sendable static func judgeInterrupted(_ run: Interruptions.Run) throws -> (finding: Finding?, laterChange: String?) {
        if let end = run.end {
            // Where it was stopped is not known; that it can be is.
            return (
                Finding(
                    .race,
                    "One thread was stopped in the middle of `shared`, as may happen at any moment, and another one asked meanwhile. \(end.what)",
                    at: end.place ?? run.evidence.lineOfShared, try: cureForInterruption), nil
            )
        }
        let seen = try run.observations(OnceRun.Interrupted.self)
        return (finding(seen, run), run.line(seen.laterChangeAt))
    }

    private static func finding(_ seen: OnceRun.Interrupted, _ run: Interruptions.Run) -> Finding? {
        guard seen.slept else { return nil }
        let place = run.line(seen.sleptAt)
        let begin =
            "One thread was stopped\(place.map { " at \($0)" } ?? ""), as may happen at any moment, and another one asked meanwhile."
        if seen.withoutAnswer > 0 {
            return Finding(
                .deadlock,
                "\(begin) When the first one was let go on, \(seen.withoutAnswer == 1 ? "one of them was" : "both were") left waiting for ever.",
                at: run.evidence.lineOfShared,
                try: "ask what that thread waits for, and whether the signal for it can have come before it began to wait.")
        }
        if seen.instances > 1 || seen.reads > 1 {
            let harm =
                seen.instances > 1
                ? "They were given \(seen.instances) different catalogues." : "`readNames` was called \(seen.reads) times."
            return Finding(
                .race,
                """
                \(begin) \(harm) Both had looked before either had acted: between the look and the act is a gap, however short it is in the text.
                """,
                at: run.evidence.lineOfShared, try: cureForInterruption)
        }
        return clash(seen, run, place)
    }

    /// Two threads at one variable, with nothing between them.
    private static func clash(_ seen: OnceRun.Interrupted, _ run: Interruptions.Run, _ place: String?) -> Finding? {
        guard let address = seen.clashAddress else { return nil }
        let name: String?
        do { name = try run.variable(address) } catch { return nil }
        guard let place, let other = run.line(seen.clashAt) else { return nil }
        let variable = name.map { "`\($0)`" } ?? "a variable"
        return Finding(
            .race,
            """
            One thread was stopped at \(place), just before it \(seen.sleeperWrites ? "changed" : "looked at") \(variable). Another one asked, and \
            at that very moment came to \(other) and \(seen.otherWrites ? "changed" : "looked at") the same variable: nothing keeps these two apart, \
            no lock, no queue, no atomic. That is a data race. It went well this time, and may do so for years; but neither Swift nor the \
            processor promises what the reader finds then: nothing, the catalogue, or a catalogue whose contents are not there yet.
            """,
            try:
                "a variable that several threads use has to be used under the same lock each time, the first look too. \(cureForInterruption)"
        )
    }

    private static let cureForInterruption =
        "a `static let` looks, makes and stores in one step that nobody gets in between."
}
