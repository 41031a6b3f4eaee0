import Dispatch
import Foundation

func place() -> String { Thread.isMainThread ? "the main thread" : "another thread" }

@main struct MainQueue {
    static func main() async {
        print("before the first await:", place())
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                dispatchPrecondition(condition: .onQueue(.main))
                print("a block of the main queue:", place())
                continuation.resume()
            }
        }
    }
}
