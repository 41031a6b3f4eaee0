/// The explorer runs all threads on one. How many there are cannot change an interleaving.
public func threadsOfThisProcess() -> Int { 0 }
