import CInterposition

/// The callbacks of the C layer, which sees what tasks do.
extension Execution {
    /// The callbacks for the C layer. They live as long as the process.
    nonisolated(unsafe) static let control: UnsafePointer<interleave_control> = {
        let control = UnsafeMutablePointer<interleave_control>.allocate(capacity: 1)
        control.initialize(
            to: interleave_control(
                call: { call in Execution.running?._withUnsafeGuaranteedRef { $0.answer(call!) } },
                access: { address, size, how, place in
                    Execution.running?._withUnsafeGuaranteedRef {
                        // (Memory that an object frees in its `deinit` is no longer used by any
                        // task that had a reference to it.)
                        if how & INTERLEAVE_FREES.rawValue != 0 && $0.tasks[$0.current].deinits.count != 0 { return }
                        $0.access(
                            address, size: Int(size), writes: how & INTERLEAVE_WRITES.rawValue != 0,
                            isMark: how & INTERLEAVE_MARKS.rawValue != 0, place: place)
                    }
                },
                began: { address, writes, place in
                    Execution.running?._withUnsafeGuaranteedRef { $0.beginAccess(address, writes: writes, place: place) }
                },
                ended: { address, writes, place in
                    Execution.running?._withUnsafeGuaranteedRef { $0.endAccess(address, writes: writes, place: place) }
                },
                atomic: { address, size, effect, place in
                    Execution.running?._withUnsafeGuaranteedRef { $0.atomic(address, size: Int(size), effect: effect, place: place) }
                },
                settled: { address, _, effect in Execution.running?._withUnsafeGuaranteedRef { $0.settled(address, effect: effect) } },
                made: { address, size in Execution.running?._withUnsafeGuaranteedRef { $0.made(address, size: size) } },
                reference: { object, size, what, place in
                    Execution.running?._withUnsafeGuaranteedRef { $0.reference(object, size: size, what, place: place) }
                },
                stack_top: { Execution.running?._withUnsafeGuaranteedRef { $0.exploration.stacks.top(of: $0.current) } ?? 0 }))
        return UnsafePointer(control)
    }()

    /// The same without memory callbacks: skips race detection, for speed.
    nonisolated(unsafe) static let controlWithoutMemory: UnsafePointer<interleave_control> = {
        let blind = UnsafeMutablePointer<interleave_control>.allocate(capacity: 1)
        blind.initialize(to: control.pointee)
        blind.pointee.access = { _, _, _, _ in }
        blind.pointee.made = { _, _ in }
        blind.pointee.reference = { _, _, _, _ in }
        return UnsafePointer(blind)
    }()
}
