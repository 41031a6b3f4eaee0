// misuse: 14, 18
// Says: Both call leave() for one enter()
// Advises: Only the first of the two must leave

import Foundation
final class Errand: @unchecked Sendable {
    let ended = DispatchGroup()
    init() { ended.enter() }
    private func end() {
        ended.leave()
    }
    func mailArrived() {
        print("mail")
        end()
    }
    func alarmRang() {
        print("alarm")
        end()
    }
}
func scenario() {
    let errand = Errand(), threads = DispatchGroup()
    DispatchQueue.global().async(group: threads) { errand.mailArrived() }
    DispatchQueue.global().async(group: threads) {
        if errand.ended.wait(timeout: .now()) == .timedOut { errand.alarmRang() }
    }
    errand.ended.wait()
    threads.wait()
}
