/// The latest errors thrown in the present execution. For an uncaught error, the report says where
/// it was thrown.
struct ThrownErrors {
    /// `box`: the address of the error. For an error whose type is known where it is thrown: that
    /// type.
    struct Thrown: BitwiseCopyable {
        var box: UInt
        var task: Int
        var place: UInt
    }

    private static let most = 16
    private var latest: Storage<Thrown>
    private var count = 0

    @inline(__always)
    init(reusing old: Self?) { latest = Storage(reusing: old?.latest) }

    func deallocate() { latest.deallocate() }

    var isEmpty: Bool { latest.count == 0 }

    mutating func note(_ thrown: Thrown) {
        if latest.count < Self.most { latest.append(thrown) } else { latest[count % Self.most] = thrown }
        count += 1
    }

    /// Memory was allocated again: errors that lay in it no longer exist.
    func forget(from address: UInt, size: Int) {
        for index in 0..<latest.count where latest[index].box &- address < UInt(size) { (latest.base + index).pointee.box = 0 }
    }

    /// Where an error was first thrown, even if it was rethrown later; nil: not known.
    func find(_ error: any Error) -> Thrown? {
        // (Casting the bits gives 0 in optimized code.)
        let box = withUnsafePointer(to: error) { UnsafeRawPointer($0).load(as: UInt.self) }
        let type = withUnsafePointer(to: type(of: error)) { UnsafeRawPointer($0).load(as: UInt.self) }
        let newestFirst = (1...Self.most).prefix(latest.count).map { latest[(count - $0) % Self.most] }
        return newestFirst.last { $0.box == box } ?? newestFirst.first { $0.box == type }
    }
}

extension Execution {
    /// The running task throws an error.
    /// - Parameter place: 0: a library's code throws it, and its caller is not known.
    func noteThrown(_ box: UInt, place: UInt) -> Int64 {
        thrownErrors.note(.init(box: box, task: current, place: place))
        return 0
    }
}
