/// Methods with an `await` that does not change where they run: the Swift task keeps its actor, and
/// no other one runs there in between.
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

    /// The other actor is another executor: this one is free meanwhile.
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
        Litmus("an empty async function lets no other task onto the actor", ["a( )a b( )b", "b( )b a( )a"]) {
            both { await $0.tellAroundNothing($1) }
        },
        Litmus("two awaits of the own actor's methods let no other task onto it", ["a( )a b( )b", "b( )b a( )a"]) {
            both { await $0.tellByTwoAwaits($1) }
        },
        Litmus("a closure that does nothing lets no other task onto the actor", ["a( )a b( )b", "b( )b a( )a"]) {
            both { await $0.tellAround($1) {} }
        },
        Litmus("between two calls of an actor from outside, other tasks can run there", interleavings([["a(", ")a"], ["b(", ")b"]])) {
            both { keeper, name in
                await keeper.tell("\(name)(")
                litmusDelay()
                await keeper.tell(")\(name)")
            }
        },
        Litmus(
            "while a method awaits another actor, others run on the actor",
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

    /// Two Swift tasks do the same with one actor.
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
