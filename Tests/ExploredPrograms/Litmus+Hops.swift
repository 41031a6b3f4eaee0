/// Methods that meet an `await` that changes nothing of where they run: the task keeps its actor, and no other task comes in between.
private actor Keeper {
    let story: Story
    init(_ story: Story) { self.story = story }

    func tell(_ word: String) { story.tell(word) }
    func tellSlowly(_ word: String) async { story.tell(word) }

    func tellAroundNothing(_ name: String) async {
        story.tell("\(name)(")
        await doNothing()
        litmusDelay()
        story.tell(")\(name)")
    }

    func tellByTwoAwaits(_ name: String) async {
        await tellSlowly("\(name)(")
        litmusDelay()
        await tellSlowly(")\(name)")
    }

    func tellAround(_ name: String, _ work: () async -> Void) async {
        story.tell("\(name)(")
        await work()
        litmusDelay()
        story.tell(")\(name)")
    }

    /// The other actor is another place: this one is free meanwhile.
    func tellAround(_ name: String, _ other: Keeper, _ word: String) async {
        story.tell("\(name)(")
        await other.tell(word)
        story.tell(")\(name)")
    }
}

private func doNothing() async {}

extension Litmus {
    /// An `await` that leaves the actor, and an `await` that does not.
    public static let ofHops: [Litmus] = [
        Litmus("an empty async function lets nobody onto the actor", ["a( )a b( )b", "b( )b a( )a"]) {
            both { await $0.tellAroundNothing($1) }
        },
        Litmus("two awaits of one's own actor's methods let nobody onto it", ["a( )a b( )b", "b( )b a( )a"]) {
            both { await $0.tellByTwoAwaits($1) }
        },
        Litmus("a closure that does nothing lets nobody onto the actor", ["a( )a b( )b", "b( )b a( )a"]) {
            both { await $0.tellAround($1) {} }
        },
        Litmus("two calls of an actor from outside let others in between", interleavings([["a(", ")a"], ["b(", ")b"]])) {
            both { keeper, name in
                await keeper.tell("\(name)(")
                litmusDelay()
                await keeper.tell(")\(name)")
            }
        },
        Litmus(
            "while a method awaits another actor, others get their turn",
            ["b( )b a( - )a", "a( b( )b - )a", "a( b( - )b )a", "a( - b( )b )a", "a( - )a b( )b"]
        ) {
            let story = Story(), keeper = Keeper(story), other = Keeper(story)
            finish {
                async let one: Void = keeper.tellAround("a", other, "-")
                litmusDelay()
                async let two: Void = keeper.tellAroundNothing("b")
                _ = await (one, two)
            }
            return story.text
        },
    ]

    /// Two tasks do the same with one actor.
    private static func both(_ work: @escaping @Sendable (Keeper, String) async -> Void) -> String {
        let story = Story(), keeper = Keeper(story)
        finish {
            async let one: Void = work(keeper, "a")
            litmusDelay()
            async let two: Void = work(keeper, "b")
            _ = await (one, two)
        }
        return story.text
    }
}
