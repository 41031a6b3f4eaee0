/// The way of a learner through the variants of a lab on the full screen: one after the other, or to any of them.
struct VariantWalk: Equatable {
    /// The names of all variants of the lab.
    let all: [String]
    /// Those that the learner is led through.
    let planned: [String]
    /// The variant that is shown or asked about; nil: the walk is over.
    private(set) var current: String?
    /// The one that was shown before it.
    private(set) var before: String?
    private var seen: Set<String> = []

    init(all: [String], planned: [String]) {
        (self.all, self.planned) = (all, planned)
        current = planned.first
    }

    /// The planned variants that were not seen yet.
    var left: [String] { planned.filter { !seen.contains($0) } }

    /// The variant that comes when the learner goes on: the next one that was not seen, else an earlier one.
    var next: String? {
        let others = left.filter { $0 != current }
        let place = current.flatMap { all.firstIndex(of: $0) } ?? -1
        return others.first { all.firstIndex(of: $0).map { $0 > place } ?? false } ?? others.first
    }

    /// The current variant was seen.
    mutating func see() { if let current { seen.insert(current) } }

    mutating func goOn() { (before, current) = (current, next) }

    mutating func go(to name: String) { (before, current) = (current, name) }
}
