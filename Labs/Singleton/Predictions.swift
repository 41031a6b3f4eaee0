import LabKit

/// The question before each variant.
extension Prediction {
    static let racing = Prediction(
        """
        Two callers run `if let instance` before either of them runs `instance = manager`. How many managers are created?
        """,
        about: "RacingPhotoManager.shared",
        choices: ["one: the second caller finds the first one's", "two", "none: they block each other"], answer: 1,
        because: """
            Both callers checked before either had created a manager, so both found none. This is a check-then-act race: an `if` says only
            what was true at the moment of the check. The second caller's manager replaces the first one. The photos in the first
            one are lost.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "caller ") },
        beside: [
            "let manager": "{managers created (1 would be right)} created",
            "if let instance": "{callers that found no manager, before one was stored} found none",
        ])

    static let racingWithoutSleep = Prediction(
        """
        Nothing makes the two callers wait between `if let instance` and `instance = manager`. Which of these is certain?
        """,
        about: "HastyPhotoManager.shared",
        choices: ["one manager is created", "two are created", "neither: chance decides in each run"], answer: 2,
        because: """
            There are only a few instructions between the check and the creation. There are two managers only if the second caller checks
            within this short time. That can take thousands of runs. The result of this run says nothing about the next one.
            """, at: .begin(2) { $0.items(onQueuesNamed: "caller ") },
        beside: ["let manager": "{chance decides how many managers are created (1 would be right)} created"])

    static let once = Prediction(
        """
        One thread runs the closure of `static let shared`. Another thread asks for `shared`. What happens to the other thread?
        """,
        about: "OncePhotoManager.shared",
        choices: ["it gets an unfinished instance", "it creates another one", "it is blocked until the first one is done"], answer: 2,
        because: """
            The first thread runs the initializer. A thread that asks meanwhile is blocked and then gets the same instance. Later, each
            access costs one check and no waiting. This holds for every `static let`. It says nothing about the *contents* of the
            shared instance.
            """, at: .firstWait(.once),
        beside: ["static let shared": "{callers that were blocked meanwhile} blocked", "let manager": "{runs of the initializer}"])

    static let lock = Prediction(
        "A caller asks for `shared` again, long after the creation. What does it do?",
        about: "LockedPhotoManager.shared",
        choices: ["it acquires the lock, only to check", "it checks without the lock", "it creates another manager"], answer: 0,
        because: """
            The check must happen while the caller holds the lock. Without the lock, it could find an unfinished manager. So every call
            acquires the lock, although the creation happens only once. A `static let` needs no lock after its initialization.
            """, at: Moment { trace in trace.events.first { $0.kind == .lockReleased && $0.lane == 0 }?.time },
        beside: ["lock.lock()": "{callers that were blocked meanwhile} blocked; later {later calls that acquired the lock} acquired it"])

    static let contents = Prediction(
        """
        There is one `shared` album. All writers run `let found = photos` before any of them changes `photos`. How many photos are
        in the album afterwards?
        """,
        about: ["CarelessAlbum.shared", "CarelessAlbum.add"],
        choices: ["one from each writer", "one", "none: the album is damaged"], answer: 1,
        because: """
            All writers read the same photos and added one. Each write replaced the one before, so only the last writer's photo is left:
            lost updates. `static let` protects the creation of the album, not later changes to it.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "writer ") },
        beside: ["photos = found": "{lost photos (all but the last one written)} lost"])

    static let actor = Prediction(
        "`add` belongs to an actor now, and its body is the same. Two tasks call it at the same time. What happens?",
        about: ["ActorAlbum.shared", "ActorAlbum.add"],
        choices: ["one runs `add`, the other is suspended", "both run `add` at the same time", "the second call fails"], answer: 0,
        because: """
            An actor runs one task at a time. The second task is suspended until the first has written the album back. A suspended task
            blocks no thread. There is no `await` in `add`, so no other task can run in the middle of it.
            """, at: .firstBusyActor.or(.end),
        beside: ["photos = found": "{lost photos} lost"])
}
