import Foundation
func scenario() async -> Int {
    actor Box { var v = 0; func set(_ x: Int) { v = x } }
    let box = Box()
    Task { await box.set(3) }
    try? await Task.sleep(nanoseconds: 1_000_000)
    return await box.v
}
func allowed(_ x: Int) -> Bool { x == 3 }
