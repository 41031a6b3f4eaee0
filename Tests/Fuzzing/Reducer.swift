import Foundation

/// Makes a failing program smaller: it removes one step after the other as long as the explorer and the machine still differ.
struct Reducer {
    let interleave: String
    let folder: String

    /// Which of the two has more outcomes, and whether a data race is reported.
    private struct Difference: Equatable { var isMissing, isSuperfluous, races: Bool }

    func reduce(_ program: Program) throws(Problem) -> Program {
        guard let wanted = try difference(program) else { return program }
        var smallest = program, position = 0
        while position < smallest.countOfSteps {
            var shorter: Program?
            for candidate in [smallest.changing(position) { _ in [] }, smallest.changing(position) { $0.inner }]
            where shorter == nil && candidate.countOfSteps < smallest.countOfSteps {
                if try difference(candidate) == wanted { shorter = candidate }
            }
            if let shorter { (smallest, position) = (shorter, 0) } else { position += 1 }
        }
        return smallest
    }

    private func difference(_ program: Program) throws(Problem) -> Difference? {
        let file = "\(folder)/Reduced.swift"
        try write(SwiftText.of(program), to: file)
        guard case .complete(let explored, _, let races) = Exploration.of(file, with: interleave, in: folder),
            let machine = Machine(program)?.outcomes(limit: 150_000)
        else { return nil }
        let isMissing = !machine.isSubset(of: explored), isSuperfluous = !explored.isSubset(of: machine)
        return isMissing || isSuperfluous || races ? Difference(isMissing: isMissing, isSuperfluous: isSuperfluous, races: races) : nil
    }
}

extension Program {
    /// Steps of all bodies, also those inside other steps.
    fileprivate var countOfSteps: Int {
        func count(_ steps: [Step]) -> Int { steps.reduce(0) { $0 + 1 + count($1.inner) } }
        return bodies.reduce(0) { $0 + count($1) }
    }

    /// The program with other steps in place of the step at a position. If that step starts a body, the body goes with it.
    fileprivate func changing(_ position: Int, _ change: (Step) -> [Step]) -> Program {
        var left = position, removed: Set<Int> = []
        func changed(_ steps: [Step]) -> [Step] {
            steps.flatMap { step -> [Step] in
                left -= 1
                if left == -1 {
                    if case .start(let body, _) = step { removed.insert(body) }
                    if case .notify(_, let body, _) = step { removed.insert(body) }
                    return change(step)
                }
                return [step.with(inner: changed(step.inner))]
            }
        }
        var program = self
        program.bodies = bodies.map(changed)
        while let body = removed.popFirst() {
            for case .start(let other, _) in program.bodies[body] { removed.insert(other) }
            program.bodies[body] = []
            program.bodies = program.bodies.map { $0.filter { !$0.names(task: body) } }
        }
        return program
    }
}

extension Step {
    fileprivate func names(task: Int) -> Bool {
        switch self {
        case .awaitTask(task), .cancelTask(task): true
        default: false
        }
    }

    fileprivate func with(inner steps: [Step]) -> Step {
        switch self {
        case .locked(let lock, _): .locked(lock, steps)
        case .tryLocked(let lock, _): .tryLocked(lock, steps)
        case .reading(let lock, _): .reading(lock, steps)
        case .writing(let lock, _): .writing(lock, steps)
        case .tryReading(let lock, _): .tryReading(lock, steps)
        case .tryWriting(let lock, _): .tryWriting(lock, steps)
        case .sync(let queue, let isBarrier, _): .sync(queue, isBarrier: isBarrier, steps)
        case .syncItem(let queue, _): .syncItem(queue, steps)
        case .onActor(let actor, _): .onActor(actor, steps)
        default: self
        }
    }
}
