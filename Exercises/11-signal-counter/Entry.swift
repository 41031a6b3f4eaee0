import ExerciseChecks

@main enum SignalCounterEntry {
    static func main() {
        SignalCounterRun.run {
            let counter = SignalCounter()
            return SignalCounterRun.Counter(signal: { counter.signal($0) }, wait: { counter.wait() })
        }
    }
}
