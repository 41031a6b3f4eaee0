// The variants without meetings, so that every interleaving can be run.

func shared() async -> String { words(await countWithoutProtection(3)) }
func unchecked() async -> String { words(await countAtBothGates(3, UncheckedCounter())) }
func uncheckedLock() async -> String { words(await countAtBothGates(3, LockedCounter())) }
func mutex() async -> String { words(await countAtBothGates(3, MutexCounter())) }
func unsafeGlobal() async -> String { words(await countInHall(3)) }
func atomic() async -> String { words(await countInAtomicHall(3)) }
func callback() async -> String { words(await countWithCallback(3)) }
func usedAfter() async -> String { words(await exposeAfterwards()) }
func sending() async -> String { words(await exposeBefore()) }
func nonsending() async -> String { words(await developWhereCalled()) }
func concurrent() async -> String { words(await developInPool()) }
func mainActor() async -> String { words(await developOnMainActor()) }

private func words(_ visitors: Int) -> String { "\(visitors) of 6 visitors counted" }
private func words(_ prints: Prints) -> String { "\(prints.exposed) exposed, \(prints.developed) developed, \(prints.left) left" }
private func words(_ places: [Place]) -> String { "\(places.count) developed" }
