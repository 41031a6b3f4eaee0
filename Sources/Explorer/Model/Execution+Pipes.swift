import CInterposition

/// Pipes within the process (pipes.c): a sequence of bytes that ends when no write end is left.
///
/// Each read, each write and each closing of an end is a step. All steps on one pipe are ordered: a
/// read gets the bytes that are in the pipe when its turn comes.
extension Execution {
    func answerPipes(_ call: interleave_call) -> Int64 {
        let kind = interleave_call_kind(call.kind)
        let index = kind == INTERLEAVE_PIPE_MADE ? newObject(call.object | 1) : object(call.object | 1)
        switch kind {
        case INTERLEAVE_PIPE_LEVEL: objects[index].value = Int32(clamping: call.value)
        case INTERLEAVE_PIPE_READ:
            visit(Operation(kind: .pipeRead, object: index, place: call.caller))
            detector.acquire(current, from: objects[index].released)
        case INTERLEAVE_PIPE_WRITE:
            visit(Operation(kind: .pipeWrite, object: index, place: call.caller))
            detector.release(current, into: &objects[index].released, keeping: true)
            return Int64(Self.capacityOfPipe - objects[index].value)
        case INTERLEAVE_PIPE_TOUCHED:
            visit(Operation(kind: .pipeTouch, object: index, place: call.caller))
            detector.acquire(current, from: objects[index].released)
            detector.release(current, into: &objects[index].released, keeping: true)
        default:
            objects[index].depth = Int32(truncatingIfNeeded: call.other >> 32)
            objects[index].runs = Int32(truncatingIfNeeded: call.other)
        }
        return 0
    }

    /// The bytes that a pipe holds on Linux.
    private static let capacityOfPipe: Int32 = 65536
}
