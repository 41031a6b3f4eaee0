extension ExploredSource {
    /// `add`, `subtract`, `max` and `min` of atomic integers, each as one step.
    ///
    /// The library implements the first two with a load and comparisons, which would be several
    /// steps. For the others the compiler emits one instruction, without a callback. Declared in
    /// the program's own module, these functions shadow the library's. They are transparent, so
    /// they appear in the line of the call.
    var atomicUpdates: String {
        let names = ["add", "subtract", "max", "min"].filter { name in
            files.contains { $0.text.contains("Atomic") && $0.text.contains(".\(name)(") }
        }
        if names.isEmpty { return "" }
        let widths = ["", "8", "16", "32", "64"]
        let types = widths.flatMap { ["Swift.Int\($0)", "Swift.UInt\($0)"] }
        return """
            import Synchronization

            @_silgen_name("interleave_begin_update")
            func interleaveBeginUpdate(_ order: Swift.Int32)

            @_transparent
            func interleaveOrder(_ ordering: Synchronization.AtomicUpdateOrdering) -> Swift.Int32 {
                ordering == .relaxed ? 0 : ordering == .acquiring ? 2 : ordering == .releasing ? 3 : ordering == .acquiringAndReleasing ? 4 : 5
            }


            """
                + types.map { type in
                    "extension Synchronization.Atomic where Value == \(type) {\n" + names.map { Self.update($0, type) }.joined() + "}\n"
                }.joined()
    }

    private static func update(_ name: String, _ type: String) -> String {
        let result = ["add": "old + operand", "subtract": "old - operand"][name] ?? "Swift.\(name)(old, operand)"
        return """
                @_transparent @discardableResult
                func \(name)(_ operand: \(type), ordering: Synchronization.AtomicUpdateOrdering) -> (oldValue: \(type), newValue: \(type)) {
                    interleaveBeginUpdate(interleaveOrder(ordering))
                    var old = load(ordering: .relaxed)
                    while true {
                        let new = \(result)
                        let (isDone, seen) = compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent)
                        if isDone { return (old, new) }
                        old = seen
                    }
                }

            """
    }
}
