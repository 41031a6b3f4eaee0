import ExerciseChecks

@main enum ReaderWriterEntry {
    static func main() {
        ReaderWriterRun.run {
            let page = Guarded(Page())
            return ReaderWriterRun.Access(read: { body in page.read { body($0) } }, write: { body in page.write { body(&$0) } })
        }
    }
}
