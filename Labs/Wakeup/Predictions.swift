import LabKit

extension Moment {
    /// The thread or task with this name does something for the last time.
    static func last(_ name: String) -> Moment {
        Moment { trace in
            trace.events.last { trace.threadName(Int($0.lane)) == name && $0.kind != .threadEnded }?.time
                ?? trace.items.filter { $0.label == name }.compactMap(\.ended).max()
        }
    }

    /// The last of the waits for a condition variable ends.
    static let lastWakeUp = Moment { trace in trace.waits.filter { $0.kind == .condition }.compactMap(\.ended).max() }
}

/// The question before each variant. It names its own numbers, because the learner can choose others for the run.
extension Prediction {
    static let ifNotWhile = Prediction(
        "Three customers wait in `buy`. The baker brings one loaf. How many customers take a loaf?",
        about: ["HastyBakery.buy", .part(of: "HastyBakery.bake", through: "broadcast")],
        choices: ["one", "three", "none"], answer: 1,
        because: """
            `broadcast` wakes all three. Each of them returns from `wait` with the lock, one after the other, and takes a loaf without looking.
            Two of the loaves do not exist.
            """, at: .lastWakeUp, beside: ["shelf.take": "{loaves taken from an empty shelf} from an empty shelf"])

    static let whileNotIf = Prediction(
        "Again three customers wait in `buy`, and one loaf comes. What happens to the two customers without a loaf?",
        about: ["PatientBakery.buy", .part(of: "PatientBakery.bake", through: "broadcast")],
        choices: ["they look, and wait again", "they leave the bakery", "they are not woken"], answer: 0,
        because: """
            All three are woken. The first one takes the loaf. The other ones look, find nothing, and wait. A wake-up is a hint: between the
            signal and the return of `wait`, other threads can have had the lock.
            """, at: .lastWakeUp, beside: ["shelf.take": "{loaves taken from an empty shelf} from an empty shelf"])

    static let tooEarly = Prediction(
        "The baker calls `ring`, and a second later a customer calls `waitForRing`. What happens?",
        about: ["ForgetfulBell.waitForRing", "ForgetfulBell.ring"],
        choices: ["`waitForRing` returns immediately", "the customer waits for ever", "`ring` waits for the customer"], answer: 1,
        because: """
            `signal` wakes a thread that waits at this moment. There was none, so it did nothing. A condition variable has no memory.
            """, at: .endlessWait, beside: ["rings.wait": "{customers who wait for ever} for ever"])

    static let remembered = Prediction(
        "The same order with another bell: first `ring`, then `waitForRing`. What happens?",
        about: ["RememberingBell.waitForRing", "RememberingBell.ring"],
        choices: ["`waitForRing` returns immediately", "the customer waits for ever", "the customer waits for a second ring"], answer: 0,
        because: """
            The memory is `hasRung`. The customer looks at it before the wait, under the lock, and does not wait.
            """, at: .last("customer"), beside: ["while !hasRung": "{customers who go on} goes on"])

    static let unlocked = Prediction(
        "`heat` is atomic, and `becomeHot` acquires no lock. The customer has looked, and the oven is cold. What can happen now?",
        about: ["UnlockedOven.waitUntilHot", "UnlockedOven.becomeHot"],
        choices: [
            "nothing bad: the customer looks again in the loop", "the signal comes before `wait`, and the customer waits for ever",
            "a data race",
        ], answer: 1,
        because: """
            Between the look and the wait is a gap. The baker does not need the lock, so all of `becomeHot` fits into it. The customer then
            waits for a signal that is over.
            """, at: .endlessWait, beside: ["changed.wait": "{customers who wait for ever} for ever"])

    static let locked = Prediction(
        "Again the customer has looked, and the oven is cold. When can the baker go on in `becomeHot`?",
        about: ["LockedOven.waitUntilHot", "LockedOven.becomeHot"],
        choices: ["before the customer waits", "when the customer waits", "never: the customer has the lock"], answer: 1,
        because: """
            The customer has the lock from the look to the wait. `wait` releases it and falls asleep in one step. So the signal cannot come
            between the two.
            """, at: .firstWait(.condition), beside: ["changed.signal": "{customers who go on} goes on"])

    static let twoKinds = Prediction(
        "One customer waits for bread, and one for cake. The baker brings a cake. Which customer does `signal` wake?",
        about: ["SignallingCounter.buy", .part(of: "SignallingCounter.bring", through: "signal")],
        choices: ["the one for cake", "both", "one of them, and it can be the wrong one"], answer: 2,
        because: """
            `signal` knows nothing about cake. If it wakes the one for bread, this customer looks and waits again. The signal is used up, and
            the other one sleeps in front of the cake.
            """, at: .opening(.lastWakeUp), beside: ["changed.signal": "{chance decides which customer is woken}"])

    static let broadcast = Prediction(
        "The same two customers, and a cake comes. What does `broadcast` cost in comparison with `signal`?",
        about: ["BroadcastingCounter.buy", .part(of: "BroadcastingCounter.bring", through: "broadcast")],
        choices: ["nothing", "the one for bread is woken in vain", "the cake can be sold two times"], answer: 1,
        because: """
            Both are woken. The one for cake takes it, and the one for bread looks, and waits again. That costs some microseconds, and no
            customer is forgotten.
            """, at: .opening(.lastWakeUp), beside: ["changed.broadcast": "{customers asleep in front of their cake} asleep"])

    static let semaphore = Prediction(
        "Three customers call `enter`. The baker calls `open` once. How many of them go in?",
        about: ["SemaphoreDoor.isOpen", "SemaphoreDoor.enter", "SemaphoreDoor.open"],
        choices: ["three", "one", "none"], answer: 1,
        because: """
            Each signal lets one thread through, and is used up. A semaphore counts permits. An event is something that is true for all
            threads from then on.
            """, at: .endlessWait, beside: ["isOpen.wait": "{customers who wait for ever} for ever"])

    static let group = Prediction(
        "Again three customers call `enter`, and the baker calls `open` once. How many of them go in?",
        about: ["GroupDoor.opening", "GroupDoor.init", "GroupDoor.enter", "GroupDoor.open"],
        choices: ["one", "three", "none: `wait` needs a block in the group"], answer: 1,
        because: """
            `open` empties the group, and `wait` returns for each thread, also for those who come later. So a group with one `enter` is an
            event.
            """, at: .last("customer 1"), beside: ["opening.wait": "{customers who go on} go on"])

    static let task = Prediction(
        "A task calls `open`. After that, another one calls `waitUntilOpen`. What happens?",
        about: ["ForgetfulShop.waitUntilOpen", "ForgetfulShop.open"],
        choices: ["it goes on immediately: `isOpen` is true", "it is suspended for ever", "the process ends"], answer: 1,
        because: """
            No line of `waitUntilOpen` looks at `isOpen`. The continuation goes into the list, and `open` is over. The actor protects the
            state, and cannot know what your code waits for.
            """, at: .last("customer"), beside: ["waiting.append": "{customers who go on} goes on"])

    static let looksFirst = Prediction(
        "`waitUntilOpen` looks first. Can `open` run between the look and `waiting.append`?",
        about: ["RememberingShop.waitUntilOpen", "RememberingShop.open"],
        choices: ["yes: the task is suspended between them", "no"], answer: 1,
        because: """
            `withCheckedContinuation` runs its closure immediately, on the actor. The `await` stands before it, but the task is suspended only
            after the closure. So the look and the entry are one piece, as under a lock.
            """, at: .opening(.last("customer")), beside: ["if isOpen": "{customers who go on} goes on"])
}
