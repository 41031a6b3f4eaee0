import DeadlockScenario
import LabKit

struct DeadlockParameters: LabParameters {
    @Option(help: "Photos to add and to show (1 to 20; default: 3).", transform: within(1...20))
    var photos = 3

    @Option(help: "Accounts in the ring, and transfers at the same time (2 to 8; default: 2).", transform: within(2...8))
    var accounts = 2
}

extension Setting<DeadlockParameters> {
    var bank: Bank { Bank(accounts: parameters.accounts) }

    /// All transfers, each with its first lock.
    var allTransfers: Meeting { Meeting(of: parameters.accounts) }
}

/// How long a deadlock may take to happen, and how long it is watched.
let patience = Duration.milliseconds(1500)

let lab = Lab<DeadlockParameters>(
    name: "lab-deadlock",
    title: "Deadlock: threads that wait for each other for ever",
    about: """
        A thread waits for a second one, and the second one waits for the first. None of them can ever continue. The lab builds this
        circle in five ways: with one queue, with two queues, with the main thread, with a semaphore, and with two locks. Fixes and
        half-fixes follow. Each deadlock runs in a process of its own, and a watchdog stops it.
        """,
    next: [
        "`swift run lab-deadlock --variant abba --accounts 5`: how long is the circular wait?",
        "`swift run lab-deadlock --explore --variant concurrent-read` finds the write that must come at the wrong moment.",
        "`swift run lab-deadlock --variant main-waits --step` tells the run event by event: which block never begins?",
    ],
    variants: [
        Variant(
            "sync-self", "sync onto the queue that the code runs on", prediction: .syncSelf, explored: .brings(.deadlock),
            expected: .death(lesson: "libdispatch sees that the thread would wait for itself, and stops the program without a message"),
            timeLimit: .seconds(5), run: { _ = fill(SelfSyncAlbum(), with: $0.photos) }, traceClaims: selfSync),
        Variant(
            "ask-queue", "half-fix: ask whether the code is on the queue already", prediction: .askQueue, explored: .brings(.deadlock),
            expected: .death(lesson: "on the journal's queue the answer is no, so the album calls sync again"), timeLimit: .seconds(5),
            run: { setting in
                let journal = Journal()
                _ = fill(AskingAlbum(journal: journal), with: setting.photos, journal: journal)
            }, traceClaims: asking),
        Variant(
            "concurrent-read", "half-fix: a concurrent queue, and a read inside a read", prediction: .concurrentRead,
            explored: .brings(.deadlock),
            expected: .hanging(lesson: "the inner read waits for the barrier, and the barrier waits for the outer read"),
            timeLimit: patience, run: { _ in _ = readWhileAdding(meeting: Meeting(of: 2)) }, traceClaims: readInRead),
        Variant(
            "sync-once", "fix: only public methods call sync, and nothing foreign runs on the queue", prediction: .syncOnce,
            explored: .brings(.none), fixes: ["sync-self", "ask-queue", "concurrent-read"],
            run: { setting in
                let journal = Journal()
                return fill(SyncOnceAlbum(journal: journal), with: setting.photos, journal: journal)
            }, claims: syncOnce),
        Variant(
            "two-queues", "two queues that sync onto each other", prediction: .twoQueues, explored: .brings(.deadlock),
            expected: .hanging(lesson: "each queue runs a block that waits for the other queue"), timeLimit: patience,
            run: { _ in _ = callEachOther(meeting: Meeting(of: 2)) }, traceClaims: callingEachOther),
        Variant(
            "async-instead", "fix: async, and an answer that comes back as a block", prediction: .asyncInstead,
            explored: .brings(.none), fixes: ["two-queues"], run: { _ in askEachOther(meeting: Meeting(of: 2)) },
            claims: askingAsynchronously),
        Variant(
            "main-waits", "the main thread waits for work that needs the main thread", prediction: .mainWaits,
            explored: .brings(.deadlock),
            expected: .hanging(lesson: "the main thread waits for the group, and the group for a block on the main queue"),
            timeLimit: patience, run: { showAndWait($0.photos, on: Screen()) }, traceClaims: mainWaits),
        Variant(
            "main-notified", "fix: notify in place of wait", prediction: .mainNotified, explored: .brings(.none), fixes: ["main-waits"],
            run: { setting in
                let screen = Screen()
                showWhenDecoded(setting.photos, on: screen)
                screen.serve(untilShown: setting.photos)
                return ScreenReport(screen)
            }, claims: mainNotified),
        Variant(
            "own-queue", "a block waits for a signal from a block of the same queue", prediction: .ownQueue, explored: .brings(.deadlock),
            expected: .hanging(lesson: "the handler that would signal is queued after the block that waits"), timeLimit: patience,
            run: { _ in _ = OwnQueueGallery().load() }, traceClaims: ownQueue),
        Variant(
            "wait-limit", "half-fix: the wait has a timeout", prediction: .waitLimit, explored: .brings(.assertion),
            run: { _ in OwnQueueGallery().load(waitingAtMost: .milliseconds(100)) }, claims: waitLimit),
        Variant(
            "completion", "fix: the completion handler does the remaining work", prediction: .completion, explored: .brings(.none),
            fixes: ["own-queue", "wait-limit"], run: { _ in CompletionGallery().loaded() }, claims: completionHandler),
        Variant(
            "abba", "two locks in two orders", prediction: .abba, explored: .brings(.deadlock),
            expected: .hanging(lesson: "each transfer holds one lock and waits for the next one"), timeLimit: patience,
            run: { setting in
                let meeting = setting.allTransfers
                _ = setting.bank.run(FromThenTo(meanwhile: { meeting.meet() }))
            }, traceClaims: lockCircle),
        Variant(
            "lock-by-lock", "half-fix: never hold two locks", prediction: .lockByLock, explored: .brings(.assertion),
            run: { setting in
                let meeting = Meeting(of: setting.accounts + 1)
                let transfer = LockByLock(meanwhile: {
                    meeting.meet()
                    meeting.meet()
                })
                return setting.bank.run(transfer, isAudited: true, meeting: meeting)
            }, claims: lockByLock),
        Variant(
            "lock-order", "fix: the account with the lower number first", prediction: .lockOrder, explored: .brings(.none),
            fixes: ["abba", "lock-by-lock"],
            run: { setting in
                let room = WaitingRoom(for: setting.accounts)
                return setting.bank.run(ArrivingTransfer(in: room, LowerNumberFirst(meanwhile: { room.stay() })))
            }, claims: orderedTransfers),
        Variant(
            "try-lock", "fix: try the second lock, or release the first one", prediction: .tryLock,
            explored: .isNotExplored(because: "two transfers can disturb each other any number of times"), fixes: ["abba"],
            run: { setting in
                let meeting = setting.allTransfers
                return setting.bank.run(TryAndBackOff(meanwhile: { meeting.meetOnce() }))
            }, claims: backingOff),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift", "WaitingRoom.swift"])

lab.main()
