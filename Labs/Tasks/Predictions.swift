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
    static let oneByOne = Prediction(
        "`profileOneByOne` makes three requests. How many of them can be open at the same time?",
        about: "profileOneByOne",
        choices: ["three", "one", "as many as the machine has cores"], answer: 1,
        because: """
            `await` suspends this task until its answer is there. The loop goes on after that, so the waits add up. No request needs the
            answer of another one, and they wait for each other all the same.
            """, at: .opening(.end), beside: ["server.load": "{most requests at the same time}"])

    static let asyncLet = Prediction(
        "The server answers nothing before three requests are open. What does `profile` do?",
        about: "profile",
        choices: [
            "it waits for ever: `load` is called once, and waits for its answer", "it makes three requests, and gets three answers",
            "it makes the requests in the last line, one after the other",
        ], answer: 1,
        because: """
            `async let` makes a child task, which starts the call. The function itself goes on to the next line. It waits in the line with
            `await`, for all three.
            """, at: .opening(.end), beside: ["\"friends\"": "{most requests at the same time}"])

    static let byCompletion = Prediction(
        "`names` is dawn, noon, dusk, moon. The server answers the last request first. In which order are the photos in the album?",
        about: .part(of: "fill", from: "for name", through: "album.append(photo)"),
        choices: ["dawn, noon, dusk, moon", "moon, dusk, noon, dawn"], answer: 1,
        because: """
            `for await` gets the result of the child that has ended first, then the next one. The order in which they were added plays no
            part.
            """, at: .begins("moon"), beside: ["album.append": "{photos on their page}"])

    static let byIndex = Prediction(
        "Again the server answers the last of four requests first. Which photo comes to page 0 of `album`, and when?",
        about: .part(of: "fillInOrder", from: "for (page", through: "album[page]"),
        choices: ["the first name, as the last of the photos", "the first name, as the first of the photos", "the last name"], answer: 0,
        because: """
            The results still come in the order of completion. But each of them brings its page, so the order does not matter.
            """, at: .begins("moon"), beside: ["album[page]": "{photos on their page}"])

    static let limit = Prediction(
        "`limit` is 2, and there are four names. When does the request for the third one begin?",
        about: .part(of: "fillGradually", from: "for name in names.prefix", through: "            album.append(photo)"),
        choices: ["immediately, with the other ones", "when one of the first two has its answer", "when both of them have their answers"],
        answer: 1,
        because: """
            `next()` suspends the function until one child has ended. Then one more is added. So two requests are open all the time, until the
            names run out.
            """, at: .begins("dusk"), beside: ["names.prefix": "{most requests at the same time}"])

    static let lateError = Prediction(
        "The cloud has no room for the film, and throws immediately. The photo takes an hour. When does `uploadBoth` throw?",
        about: "uploadBoth",
        choices: ["immediately, and the photo is cancelled", "after an hour", "it does not throw: the error stays in the child task"],
        answer: 1,
        because: """
            The error stays in its child task until a line awaits it. The function is suspended in the line before, for the photo. So it sees
            the error when the photo is in the cloud.
            """, at: .opening(.end), beside: ["try await film": "{photos in the cloud at this moment}"])

    static let lostError = Prediction(
        "Two children, and the film's one throws immediately. `upload` has no `try`, and compiles. What happens?",
        about: "upload",
        choices: [
            "the process ends: the error is not caught", "the photo is cancelled, and `upload` returns",
            "`upload` returns when the photo is in the cloud",
        ],
        answer: 2,
        because: """
            A group throws what `next()`, a `for try await` or `waitForAll()` throws. No line here asks for a result. The group waits for
            both children, and throws the results and the error away. With a
            `try`, the compiler warns: nothing here can throw.
            """, at: .ends("film"), beside: ["cloud.upload": "{end of `upload`}"])

    static let discarding = Prediction(
        "The name of the group has changed, and the compiler wants a `try`. The film's child throws immediately. What happens to the photo in `uploadAll`?",
        about: "uploadAll",
        choices: [
            "it goes on, and `uploadAll` returns", "it goes on, and then `uploadAll` throws", "it is cancelled, and `uploadAll` throws",
        ],
        answer: 2,
        because: """
            A discarding group has no results to ask for. So it looks at the errors itself: the first one cancels all the other children. When
            they have ended, the group throws it.
            """, at: .ends("photo"), beside: ["cloud.upload": "{end of `upload`}"])

    static let outlives = Prediction(
        "The last variable that refers to the screen becomes nil. The readings go on. What happens to the task in `open`?",
        about: ["TemperatureScreen.open", "TemperatureScreen.deinit"],
        choices: ["`deinit` cancels it", "it goes on, and the screen is never released", "it crashes at the next reading"], answer: 1,
        because: """
            `show` is `self.show`: the task keeps the screen. It keeps it until the loop ends, so `deinit` is not called. The `cancel()`
            there helps only when it is no longer needed.
            """, at: .ends("updates"), beside: ["show(reading)": "{readings that it shows after that}"])

    static let weakSelf = Prediction(
        "Again the last variable that refers to the screen becomes nil, between two readings. What happens to the task in `open`?",
        about: ["WeakTemperatureScreen.open", "WeakTemperatureScreen.deinit"],
        choices: ["`deinit` cancels it, and the loop ends", "it goes on, and the screen is never released"], answer: 0,
        because: """
            `self?` keeps the screen while `show` runs, and no longer. So the screen is released, `deinit` cancels the task, and cancellation
            ends the loop.
            """, at: .firstCancelledTask, beside: ["self?.show": "{readings that it shows after that}"])

    static let detached = Prediction(
        "`Request.number` is a task-local value, and 0 is its default. Which line does `saveDetached` write?",
        about: ["saveDetached", .part(of: "Log.write", from: "lines.withLock", through: "lines.withLock")],
        choices: ["request 7: saved", "request 0: saved", "it depends on the thread"], answer: 1,
        because: """
            A detached task inherits nothing: no task-local value, no actor, no priority. It runs on a thread of the pool, with the default
            priority.
            """, at: .begins("saving"), beside: ["log.write": "{line in the log}"])

    static let inherited = Prediction(
        "`save` runs on the main actor, in a task of priority utility. Where does the code in `Task` run, and what does it write?",
        about: ["save", .part(of: "Log.write", from: "lines.withLock", through: "lines.withLock")],
        choices: [
            "on the main actor: request 7", "on a thread of the pool: request 7", "on the main actor: request 0",
        ], answer: 0,
        because: """
            A `Task` copies the task-local values, and takes the priority. It also runs on the actor of the code around it. It does not
            inherit the cancellation, and no task waits for its end by itself.
            """, at: .begins("saving"), beside: ["log.write": "{line in the log}"])
}
