import CInterposition

/// Pipes within the process (pipes.c): a sequence of bytes that ends when no write end is left.
///
/// Each read, each write and each closing of an end is a step. All steps on one pipe are ordered: a
/// read gets the bytes that are in the pipe when its turn comes.
struct Pipe: Primitive {
    static let kind = PrimitiveKind.pipe
    /// The bytes that it holds on Linux.
    static let capacity: Int32 = 65536

    /// The bytes in it, and the numbers of its open ends.
    var level: Int32 = 0
    var writeEnds: Int32 = 0
    var readEnds: Int32 = 0

    init() {}

    /// A read waits for bytes, or for the end; a write for room, or until nothing reads.
    func allows(_ operation: Operation, to task: Int) -> Bool {
        switch operation.kind {
        case .pipeRead: level > 0 || writeEnds == 0
        case .pipeWrite: level < Self.capacity || readEnds == 0
        default: true
        }
    }

    var contradiction: String? { level < 0 ? "a pipe holds fewer than no bytes" : nil }
}

extension Execution {
    func answerPipes(_ call: interleave_call) -> Int64 {
        let kind = interleave_call_kind(call.kind)
        let index = kind == INTERLEAVE_PIPE_CREATED ? newObject(call.object | 1) : object(call.object | 1, as: Pipe.self)
        switch kind {
        case INTERLEAVE_PIPE_LEVEL: objects[index, Pipe.self].level = Int32(clamping: call.value)
        case INTERLEAVE_PIPE_READ:
            visit(Operation(kind: .pipeRead, object: index, place: call.caller))
            detector.acquire(current, from: objects[index].released)
        case INTERLEAVE_PIPE_WRITE:
            visit(Operation(kind: .pipeWrite, object: index, place: call.caller))
            detector.release(current, into: &objects[index].released, keeping: true)
            return Int64(Pipe.capacity - objects[index, Pipe.self].level)
        case INTERLEAVE_PIPE_TOUCHED:
            visit(Operation(kind: .pipeTouch, object: index, place: call.caller))
            detector.acquire(current, from: objects[index].released)
            detector.release(current, into: &objects[index].released, keeping: true)
        default:
            objects[index, Pipe.self].writeEnds = Int32(truncatingIfNeeded: call.other >> 32)
            objects[index, Pipe.self].readEnds = Int32(truncatingIfNeeded: call.other)
        }
        return 0
    }
}
