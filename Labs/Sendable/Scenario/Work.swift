import Foundation

/// A turnstile turns: two milliseconds.
func turnstile() { usleep(2_000) }

/// A film is developed: some milliseconds.
func calculate() {
    _ = (0..<40_000).reduce(0) { $0 &* 31 &+ $1 }
}
