// The variants with few operations, so that every interleaving can be run.

func queuePriority() -> String { words(filterByPriority([.low, .high]).ran) }
func equalPriority() -> String { words(filterEquals(1).ran) }
func runningIsNotPreempted() -> String { addWhileRunning().ran[0] + " runs first" }
func priorityAsOrder() -> String { words(orderByPriority()) }
func dependency() -> String { words(orderByDependency()) }
func dependencyBeatsPriority() -> String { words(dependOnLowPriority()) }

func allowed(_ outcome: String) -> Bool { !outcome.hasSuffix("nothing to filter") }

private func words(_ order: [String]) -> String { order.joined(separator: ", ") }

private func words(_ seen: PhotoObservations) -> String {
    words(seen.ran) + (seen.photosFiltered == 1 ? ": the photo is filtered" : ": nothing to filter")
}
