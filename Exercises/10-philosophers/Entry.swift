import ExerciseChecks

@main enum PhilosophersEntry {
    static func main() {
        PhilosophersRun.run { seats in
            let table = Table(seats: seats)
            return { seat, eat in table.dine(at: seat, eat: eat) }
        }
    }
}
