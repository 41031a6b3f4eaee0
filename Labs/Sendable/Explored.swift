// The variants without meetings, so that every interleaving can be run.

func shared() async -> String { people(await countWithoutProtection(3)) }
func unchecked() async -> String { people(await countAtBothGates(3, UncheckedCounter())) }
func uncheckedLock() async -> String { people(await countAtBothGates(3, LockedCounter())) }
func mutex() async -> String { people(await countAtBothGates(3, MutexCounter())) }
func unsafeGlobal() async -> String { people(await countInHall(3)) }
func atomic() async -> String { people(await countInAtomicHall(3)) }
func callback() async -> String { people(await countWithCallback(3)) }
func usedAfter() async -> String { words(await exposeAfterwards()) }
func sending() async -> String { words(await exposeBefore()) }
func nonsending() async -> String { words(await developWhereCalled()) }
func concurrent() async -> String { words(await developInPool()) }
func mainActor() async -> String { words(await developOnMainActor()) }

func allowed(_ outcome: String) -> Bool { ["6 visitors", "no photo is lost", "both are developed"].contains(outcome) }

private func people(_ visitors: Int) -> String { "\(visitors) visitors" }

private func words(_ prints: Prints) -> String {
    let lost = prints.exposed - prints.developed - prints.left
    return lost == 0 ? "no photo is lost" : "lost photos: \(lost)"
}

private func words(_ places: [Place]) -> String { places.count == 2 ? "both are developed" : "\(places.count) developed" }
