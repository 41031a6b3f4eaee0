import ExerciseChecks

@main enum WaitForCallbackEntry {
    static func main() {
        WaitForCallbackRun.run { request in
            let service = CaptionService(request: request)
            return { service.caption(of: $0, timeout: $1) }
        }
    }
}
