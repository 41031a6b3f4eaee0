import Explorer

extension Scene {
    /// A thread has used memory that was freed before: an object after its last reference was released, or what `deallocate()` has
    /// given back.
    /// - Parameter stack: the place of the use.
    func usedAfterFree(_ task: Int, _ stack: [UInt]) -> Explanation? {
        func note(_ text: String) -> ExecutionRecord.Entry? { log.entries.last { $0.event == .note && $0.text == text } }
        guard let free = note(ExecutionRecord.freedMemory) else { return nil }
        let user = name(task), owner = name(free.task), isOfOne = free.task == task
        let line = source.position(free.places)?.text ?? ""
        let isOfC = line.contains("free("), isExplicit = isOfC || line.contains("deallocate()")
        let isRelease = source.position(stack)?.text.contains(".release()") ?? false
        let what = isExplicit ? "memory" : "an object"
        let freed =
            isExplicit
            ? "\(owner.capitalizedFirst) has \(isOfC ? "freed" : "deallocated") it\(at(free.places))."
            : "\(owner.capitalizedFirst) has released the last reference to it\(at(free.places)), so the object was destroyed."
        let why =
            isOfOne
            ? "" : "Nothing makes \(owner) wait until \(user) has finished. In this interleaving \(owner) comes first."
        let hint =
            isExplicit
            ? "Free the memory once, and only when no thread can use it any more: after `wait()` of a group, or in the `deinit` of the one object that owns it."
            : isRelease
                ? "Balance the calls: one `release()` for each `retain()` or `passRetained`. A strong reference in a `let` needs neither."
                : "Let each thread that uses the object own a strong reference to it, made before the other one can be released. An `Unmanaged`, `unowned(unsafe)` or unsafe pointer is not a strong reference."
        return explanation(
            "Crash: \(user) uses \(what) after it was freed\(at(stack)).",
            ["\(freed) \(why)", others()],
            [
                note(ExecutionRecord.allocatedMemory).flatMap { location($0.task, $0.places, "allocates it") },
                location(free.task, free.places, isExplicit ? isOfC ? "frees it" : "deallocates it" : "releases the last reference to it"),
                location(task, stack, "uses it afterwards"),
            ], hint: hint)
    }
}
