import Foundation

func scenario() {
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 1))
}
