import Testing

@testable import Course

@Suite("The questions that return, found by their words") struct QuestionTests {
    static let questions = Question.all(package: CourseTests.package)

    @Test("A section of the third level is a question: its answer, its places as commands, and its other words")
    func reads() throws {
        let page = """
            # Page
            Before.
            ### Is it so?
            No,
            it is [not](x.md#y).

            See it: `lab-a: b-c`, and exercise
            [`01-once`](../Exercises/01-once/README.md).
            *Other words: this,
            that.*
            ## Next
            After.
            """
        let question = try #require(Question.all(in: page).first)
        #expect(Question.all(in: page).count == 1)
        #expect(question.title == "Is it so?" && question.otherWords == "this, that.")
        #expect(question.plainAnswer == ["No, it is not (docs/x.md).", "See it: `lab-a: b-c`, and exercise `01-once`."])
        #expect(question.commands == ["swift run lab-a --variant b-c", "swift run interleave learn 01-once"])
    }

    @Test(
        "Asked in a learner's words, a question comes first",
        arguments: [
            ("order of tasks", "Is the order in which tasks run fixed?"), ("is the main actor FIFO", "Is an actor first-in, first-out?"),
            ("wait for async code in a sync function", "How do I wait for async code in a synchronous function?"),
            ("everything stops without CPU", "Why does everything stop without using the processor?"),
            ("the task in my AsyncStream goes on after cancel", "Why does the task inside my AsyncStream go on after cancel?"),
            ("what does cancel do to for await", "What does cancel do to a task that is suspended in for await?"),
            ("my throwing Task failed and I saw nothing", "Why did I not see that my throwing Task failed?"),
            ("test reliably", "How do I test concurrent code reliably?"),
            ("limit child tasks", "How do I limit the number of child tasks?"),
            ("semaphore that suspends", "Is there a semaphore that suspends and does not block?"),
            ("load once", "How do I load a value only once?"),
            ("clean-up did not run because the task was cancelled", "Why did my clean-up not run when the task was cancelled?"),
            ("timeout", "How do I write a timeout?"), ("which tasks exist", "Which tasks exist, and where do they hang?"),
            ("actor state changed across await", "Why did my actor's state change across an await?"),
            ("leaked its continuation", "What does CONTINUATION MISUSE mean?"),
            ("two consumers of a stream", "Why does one of two consumers of my AsyncStream miss elements?"),
            ("main thread is blocked by a task", "Why does my task block the main thread?"),
        ])
    func finds(_ words: String, _ title: String) { #expect(Question.matching(words, in: Self.questions).first?.title == title) }

    @Test("Words that no question has find nothing; common words alone find nothing")
    func nothing() {
        #expect(Question.matching("zebra", in: Self.questions).isEmpty)
        #expect(Question.matching("how do I", in: Self.questions).isEmpty && Question.matching("", in: Self.questions).isEmpty)
    }
}
