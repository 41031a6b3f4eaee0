extension ExploredSource {
    /// `max` and `min` of atomic integers, by comparison and exchange.
    ///
    /// The compiler makes one instruction of these two and tells nobody, where it tells of every other atomic access. Declared in the program's own module
    /// they come before the library's.
    var atomicExtremes: String {
        let isUsed = files.contains { file in
            file.text.contains("Atomic") && (file.text.contains(".max(") || file.text.contains(".min("))
        }
        guard isUsed else { return "" }
        let widths = ["", "8", "16", "32", "64"]
        return "\nimport Synchronization\n\n"
            + widths.flatMap { ["Int\($0)", "UInt\($0)"] }.map { type in
                "extension Atomic where Value == Swift.\(type) {\n" + Self.function("max", type) + Self.function("min", type) + "}\n"
            }.joined()
    }

    private static func function(_ name: String, _ type: String) -> String {
        let orders = ["relaxed", "acquiring", "releasing", "acquiringAndReleasing"]
        let exchange = "compareExchange(expected: old, desired: new, ordering:"
        let choice = orders.map { "ordering == .\($0) ? \(exchange) .\($0))\n            : " }.joined()
        return """
                func \(name)(_ operand: Swift.\(type), ordering: AtomicUpdateOrdering) -> (oldValue: Swift.\(type), newValue: Swift.\(type)) {
                    var old = load(ordering: .relaxed)
                    while true {
                        let new = Swift.\(name)(old, operand)
                        let (isDone, seen) = \(choice)\(exchange) .sequentiallyConsistent)
                        if isDone { return (old, new) }
                        old = seen
                    }
                }

            """
    }
}
