import LabKit

extension Moment {
    /// A task begins. They have names.
    static func begins(_ task: String) -> Moment {
        Moment { trace in trace.items.filter { $0.label == task }.compactMap(\.began).min() }
    }

    /// The last piece of a task ends.
    static func ends(_ task: String) -> Moment {
        Moment { trace in trace.items.filter { $0.label == task }.compactMap(\.ended).max() }
    }
}

/// The question before each variant. It names its own numbers, because the learner can choose others for the run.
extension Prediction {
    static let unbounded = Prediction(
        "A loop takes reading 1, and the screen is busy with it. Meanwhile, the gauge measures 2 to 6. What does `yield` do with them?",
        about: "readings",
        choices: [
            "it suspends the gauge until the screen is ready", "it keeps all of them for the screen",
            "it keeps the last one, and throws the other ones away",
        ], answer: 1,
        because: """
            `yield` never waits. Without another policy, the buffer of a stream has no limit. So a producer that is always faster fills the
            memory, and the screen shows older and older readings.
            """, at: .ends("gauge"), beside: ["yield(reading)": "{most readings in the buffer} in the buffer"])

    static let onDemand = Prediction(
        "The screen needs some time to show a reading. How many readings does the gauge measure meanwhile, in `readingsOnDemand`?",
        about: ["readingsOnDemand", "show"],
        choices: ["as many as it can", "one, in advance", "none"], answer: 2,
        because: """
            Such a stream has no buffer and no producer. The loop's own task calls the closure when it wants the next reading. So the
            consumer sets the speed: this is back-pressure.
            """, at: .opening(.ends("screen")), beside: ["gauge.measure": "{most readings in the buffer} wait"])

    static let oldest = Prediction(
        "The screen shows reading 1 of `oldestReadings`, and the gauge sends 2 to 6. Then the screen goes on. Which readings does it show?",
        about: "oldestReadings",
        choices: ["1, 5, 6", "1, 2, 3", "all of them"], answer: 1,
        because: """
            The buffer keeps the two oldest elements, 2 and 3. It is full when 4, 5 and 6 come, so they are thrown away. The screen ends with
            reading 3, and the last one was 6.
            """, at: .ends("gauge"), beside: ["yield(reading)": "{readings on the screen} are shown"])

    static let newest = Prediction(
        "The same with `newestReadings`. The screen shows reading 1, and the gauge sends 2 to 6. Which readings does the screen show?",
        about: "newestReadings",
        choices: ["1, 5, 6", "1, 2, 3", "5, 6"], answer: 0,
        because: """
            The buffer keeps the two newest elements. When 4 comes, 2 is thrown away. At the end it holds 5 and 6. The screen has reading 1
            already.
            """, at: .ends("gauge"), beside: ["yield(reading)": "{readings on the screen} are shown"])

    static let twoLoops = Prediction(
        "There are two readers, and four messages. Both readers read the stream `news`. How often is each message read?",
        about: .part(of: "publish", from: "let (news", through: "newsroom.yield"),
        choices: ["by each reader, so two times", "one time"], answer: 1,
        because: """
            A stream has one buffer, and an element leaves it when a loop takes it. The two loops share the messages. Chance decides which
            reader gets which one.
            """, at: .opening(.end), beside: ["for await": "{messages that Ada got} for Ada"])

    static let twoStreams = Prediction(
        "Now each reader calls `subscribe()`. There are two readers, and four messages. How often is each message read?",
        about: ["Newsroom.subscribe", "Newsroom.yield"],
        choices: ["one time", "by each reader, so two times"], answer: 1,
        because: """
            Each subscriber has a stream with a buffer of its own, and the newsroom yields each message to all of them.
            """, at: .opening(.end), beside: ["subscriber.yield": "{messages that Ada got} for Ada"])

    static let taskInside = Prediction(
        "A task reads this stream in a loop. It is cancelled, and its loop ends. What does the task in `beats` do?",
        about: "beats",
        choices: ["it is cancelled, too", "it goes on", "it ends at its next `yield`"], answer: 1,
        because: """
            `Task { }` makes a task of its own: it has no parent, and nothing cancels it. The stream is finished, so `yield` does nothing, and
            returns `.terminated`. No line here looks at that.
            """, at: .ends("metronome"), beside: ["nextBeat": "{beats after the listener has left} too late"])

    static let onTermination = Prediction(
        "The loop waits in `next()`, and its task is cancelled. When is the closure of `onTermination` called?",
        about: "beatsWhileHeard",
        choices: ["during the call of `cancel()`", "at the next `yield`", "when the metronome has ended"], answer: 0,
        because: """
            The loop waits in `next()`, which has a cancellation handler. `cancel()` runs it. It calls this closure, and finishes the stream.
            So the metronome is cancelled before its listener has left.
            """, at: .firstCancelledTask, beside: ["onTermination": "{beats after the listener has left} too late"])

    static let finishFirst = Prediction(
        "The mailbox of home has one letter, and ends. Then two letters come to the one of work. How many letters come out of the stream of `merge`?",
        about: "merge",
        choices: ["three", "one", "two"], answer: 1,
        because: """
            A stream is finished by the first `finish()`, whichever task calls it. An element that another task yields after that is thrown away.
            """, at: .ends("work"), beside: ["continuation.yield": "{letters that are read} come out"])

    static let finishLast = Prediction(
        "The same mailboxes: home has one letter and ends, then two letters come to work, and it ends, too. Then `merging` finishes the stream. How many letters come out of it?",
        about: .part(of: "mergeAll", from: "let merging", through: "continuation.finish"),
        choices: ["one", "three", "none before both have ended"], answer: 1,
        because: """
            The group ends when both of its children have ended, and `finish()` comes after it. So all letters come out, each as soon as it is
            there.
            """, at: .ends("work"), beside: ["continuation.yield": "{letters that are read} come out"])

    static let cancelledLoop = Prediction(
        "The screen is busy with reading 1, and 2 to 6 are in the buffer. Then the task is cancelled. Which readings does `show` still show?",
        about: "show",
        choices: ["none: the loop ends", "2 to 6, and then the loop ends", "2, which comes next"], answer: 1,
        because: """
            In a cancelled task, `next()` finishes the stream. A finished stream still gives the elements of its buffer, and then nil.
            `for await` itself does not look at the task.
            """, at: .firstCancelledTask, beside: ["screen.show": "{readings that are shown after the cancellation}"])

    static let loopLooks = Prediction(
        "Again the screen is busy with reading 1 when the task is cancelled. 2 to 6 are in the buffer. Which ones does `showUntilCancelled` show?",
        about: "showUntilCancelled",
        choices: ["2 to 6", "2", "none"], answer: 2,
        because: """
            `next()` gives reading 2 from the buffer. Then the task looks, and leaves the loop. Reading 2 is lost. The stream still has 3 to 6.
            """, at: .firstCancelledTask, beside: ["isCancelled": "{readings that are shown after the cancellation}"])
}
