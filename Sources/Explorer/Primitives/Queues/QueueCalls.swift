import CInterposition

/// The calls on dispatch queues, and the questions where code runs.
extension Execution {
    func answerQueues(_ call: interleave_call) -> Int64 {
        let object = call.object, place = call.caller
        return switch interleave_call_kind(call.kind) {
        case INTERLEAVE_QUEUE_CREATED: makeQueue(call)
        case INTERLEAVE_QUEUE_TARGET: setTarget(call)
        case INTERLEAVE_QUEUE_SUSPEND: suspend(object, by: 1, place: place)
        case INTERLEAVE_QUEUE_RESUME: call.has(INTERLEAVE_INACTIVE) ? activate(object, place: place) : suspend(object, by: -1, place: place)
        case INTERLEAVE_ASYNC: async(call)
        case INTERLEAVE_AFTER: after(call)
        case INTERLEAVE_SYNC: beginSync(call)
        case INTERLEAVE_SYNC_DONE: endSync(place: place)
        case INTERLEAVE_ITERATE: iterate(call)
        case INTERLEAVE_ITERATED: waitForIteration(Int(call.value), place: place)
        default: whereAmI(call)
        }
    }

    /// Code that asks where it runs (a `deinit`, say) may behave differently elsewhere.
    private func whereAmI(_ call: interleave_call) -> Int64 {
        if tasks[current].deinits.count != 0 { noteDeinits() }
        return switch interleave_call_kind(call.kind) {
        case INTERLEAVE_IS_ON_QUEUE: isOn(call.object)
        case INTERLEAVE_IS_MAIN_THREAD: isOn(interleave_main_queue())
        default: currentQueue(Int(call.value)).map { Int64(address(of: $0)) } ?? 0
        }
    }
}
