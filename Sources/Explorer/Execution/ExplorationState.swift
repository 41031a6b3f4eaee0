import CInterposition

/// The part of an exploration that stays from one execution to the next: the search, and the knowledge about the program.
///
/// Executions reach it through a pointer: a step must not count references.
struct ExplorationState {
    let options: ExplorationOptions
    /// The explored function. It runs as the first task.
    var body: () -> Void = {}
    /// Runs after all tasks have finished, as a last task that is ordered after all others.
    var lastWork: (() -> Void)?
    /// The explored function runs as the first Swift task.
    var isAsynchronous = false

    var search: Search
    var stacks = TaskStacks()
    /// The program's variables: known as soon as the explorer has taken control.
    var variables = ProgramVariables.none

    // MARK: the knowledge about the program

    var places = StepPlaces()
    /// Places of releases of objects whose final release matters (FinalReleases.swift).
    var releasePlaces: Set<UInt> = []
    var statusLocks = TaskStatusLocks()
    /// Races that were reported, by their places.
    var knownRaces = WordTable()
    /// The exploration has ended, because a call is not modelled or an execution could not be repeated; a library has run the
    /// program's code on a thread of its own; an execution had too many steps.
    var hasRefused = false, hasMetForeignThread = false, exceededSteps = false
    var cuts = Cuts()
    /// An execution has accessed several words with orders weaker than sequential consistency.
    var hasWeakOrders = false

    /// Parts of the program that were followed for a while only, so that the search is not complete.
    struct Cuts: Equatable {
        /// Loops were followed for some iterations only, or were wrongly taken for waits.
        var loops = false
        /// The ticks of timers.
        var ticks = false
        /// The iterations of loops that run forever.
        var deferredIterations = false
    }

    let callRows = CallRow.Table()
    /// The number of all steps: the watchdog reads it.
    let stepsOfAll = Watchdog.steps

    init(options: ExplorationOptions) {
        self.options = options
        search = Search(reduction: options.isBruteForce ? .none : .dynamic)
    }

    func deallocate() {
        search.deallocate()
        callRows.deallocate()
        stacks.deallocate()
        places.deallocate()
        knownRaces.deallocate()
    }

    /// After a rehearsal.
    mutating func forgetRaces() {
        places.forgetNew()
        releasePlaces = []
        knownRaces.removeAll()
    }

    /// - Returns: whether there are new steps, so that the search has to start again.
    mutating func adoptFinalReleases() -> Bool {
        defer { if !releasePlaces.isEmpty { releasePlaces = [] } }
        return places.adopt(releasePlaces)
    }
}
