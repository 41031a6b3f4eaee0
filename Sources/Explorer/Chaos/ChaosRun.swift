import CInterposition
import Glibc

/// A real run of the program in this process: recorded, with delays, and watched by the detector.
public enum ChaosRun {
    /// Begins the run.
    /// - Parameters:
    ///   - tell: called for each note, on any thread, while that thread has the detector: it must not wait for another thread.
    /// - Returns: 0, or an errno if there is no recording.
    public static func begin(_ order: ChaosOrder, tell: @escaping (ChaosNote) -> Void) -> Int32 {
        let error = interleave_start(order.trace, UInt64(order.traceSize))
        guard error == 0 else { return error }
        let span = ProgramSpan()
        ChaosState.tell = tell
        ChaosState.detector.initialize(
            to: ChaosDetector(order, findsRaces: interleave_runtime_tells_orders(), offset: span.offset, tell: tell))
        interleave_begin_chaos(callbacks)
        return 0
    }

    /// Whether nothing that the program has submitted or started is left, and no thread is delayed.
    public static var isQuiet: Bool { interleave_chaos_is_quiet() }

    /// The calling thread is not one of the program's.
    public static func excludeThread() { interleave_chaos_excludes_thread() }

    /// From now on nothing is watched: what judges the run is not part of it.
    public static func stopWatching() {
        if ChaosState.isOver { return }
        ChaosState.isOver = true
        interleave_end_chaos()
        ChaosState.tell?(.steps(ChaosState.detector.pointee.steps))
    }

    /// Ends it, with the recording.
    public static func end() {
        stopWatching()
        interleave_stop()
    }

    /// (It is never changed.)
    nonisolated(unsafe) private static let callbacks: UnsafePointer<interleave_chaos> = {
        let table = UnsafeMutablePointer<interleave_chaos>.allocate(capacity: 1)
        table.initialize(
            to: interleave_chaos(
                began: { _ in ChaosState.detector.pointee.addThread() },
                delay: { _, place in ChaosState.detector.pointee.delay(at: UInt(place)) },
                access: { thread, address, size, how, place in
                    let how = UInt32(how)
                    ChaosState.detector.pointee.access(
                        UInt(address), size: Int(size), writes: how & INTERLEAVE_WRITES.rawValue != 0,
                        isAtomic: how & UInt32(INTERLEAVE_IS_ATOMIC) != 0, isMark: how & INTERLEAVE_MARKS.rawValue != 0,
                        by: Int(thread), at: UInt(place))
                },
                call: { thread, object, place in ChaosState.detector.pointee.call(UInt(object), by: Int(thread), at: UInt(place)) },
                acquire: { thread, object in ChaosState.detector.pointee.acquire(UInt(object), by: Int(thread)) },
                release: { thread, object in ChaosState.detector.pointee.release(UInt(object), by: Int(thread)) },
                sleeps: { ChaosState.detector.pointee.sleep(nanoseconds: $0) },
                made: { address, size in ChaosState.detector.pointee.forget(from: UInt(address), size: size) }))
        return UnsafePointer(table)
    }()
}

/// The detector of this process. The C layer calls it under its lock.
private enum ChaosState {
    nonisolated(unsafe) static let detector = UnsafeMutablePointer<ChaosDetector>.allocate(capacity: 1)
    nonisolated(unsafe) static var tell: ((ChaosNote) -> Void)?
    /// Only the thread that ends the run sets it.
    nonisolated(unsafe) static var isOver = false
}
