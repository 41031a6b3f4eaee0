/// How steps on Foundation's operations relate to each other.
///
/// An operation is an object, and so is an operation queue. One more object is common to all
/// operations: readiness. A step that makes other operations ready, or reads whether they are
/// ready, also touches it (as its second object: Operation+Traits.swift). Two finishes commute: in
/// either order, an operation begins after all of its dependencies. Operations of a concurrent queue without a limit behave like items of a
/// concurrent queue. Operations of a queue that runs one at a time behave like items of a serial
/// queue. If priorities, dependencies or a limit decide which operation is next, all steps on the
/// queue are ordered. Such a step is also a turn: the queue chooses among the operations that are
/// ready then. So it does not commute with a step that makes one ready, on whichever queue.
extension Operation.Kind {
    private var isOfBeginOrEnd: Bool {
        switch self {
        case .itemBegin, .itemBeginShared, .itemEnd, .itemEndShared, .operationTurn: true
        default: false
        }
    }

    /// Steps that decide which operation of a queue is next, or read the queue's contents. Begins
    /// and ends of items do not affect them.
    private var isOfOrder: Bool {
        switch self {
        case .operationOrdered, .operationBarrier, .operationQueueRead, .operationQueueWait: true
        default: false
        }
    }

    static func ofOperations(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.operationLeaveSerial, .operationTurn), (.itemEnd, .operationTurn), (.operationLeaveSerial, .operationQueueWait): .enables
        case _ where first == .operationLeave && second == .operationQueueWait: .enables
        case _ where first == .operationLeave && second == .operationLeave: .independent
        case (.operationLeaveSerial, .operationLeaveSerial): .independent
        case (.operationTurn, _) where second.isOfItem || second.isOfBeginOrEnd || second == .operationLeave: .independent
        case (_, .operationTurn) where first.isOfItem || first == .operationLeave: .independent
        case (.operationTurn, .operationLeaveSerial): .independent
        case _ where (first == .operationLeave || first == .operationLeaveSerial) && second.isOfItem: .independent
        case _ where first.isOfItem && (second == .operationLeave || second == .operationLeaveSerial): .independent
        case _ where first.isOfOrder && second.isOfBeginOrEnd: .independent
        case _ where first.isOfBeginOrEnd && second.isOfOrder: .independent
        case (.operationQueueRead, .operationQueueRead), (.operationQueueWait, .operationQueueWait): .independent
        case (.operationQueueRead, .operationQueueWait), (.operationQueueWait, .operationQueueRead): .independent
        default: ofOneOperation(first, second)
        }
    }

    private var isFinish: Bool { self == .operationFinish || self == .operationFinishRelied }

    private static func ofOneOperation(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case _ where first.isFinish && second == .operationWait: .enables
        case (.operationRead, .operationRead), (.operationRead, .operationReadReady), (.operationReadReady, .operationRead): .independent
        case (.operationReadReady, .operationReadReady), (.operationWait, .operationWait): .independent
        case (.operationWait, _) where !second.isFinish: .independent
        case (_, .operationWait): .independent
        case (.readinessChange, .readinessRead), (.readinessRead, .readinessChange): .conflicts
        case (.readinessRelation, .readinessRead), (.readinessRead, .readinessRelation): .conflicts
        case (.readinessRelation, .readinessAdd), (.readinessAdd, .readinessRelation): .conflicts
        case (.readinessCancel, .readinessChange), (.readinessChange, .readinessCancel): .conflicts
        case (.readinessCancel, .readinessRead), (.readinessRead, .readinessCancel): .conflicts
        case (.readinessTurn, _) where second.changesReadiness: .conflicts
        case (_, .readinessTurn) where first.changesReadiness: .conflicts
        case _ where first.isOfReadiness && second.isOfReadiness: .independent
        default: .conflicts
        }
    }

    private var changesReadiness: Bool { self == .readinessChange || self == .readinessRelation || self == .readinessCancel }

    private var isOfReadiness: Bool {
        switch self {
        case .readinessChange, .readinessRead, .readinessRelation, .readinessCancel, .readinessAdd, .readinessTurn: true
        default: false
        }
    }
}
