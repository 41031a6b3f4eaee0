/// Tells when the journal has all entries. (To await the tasks would raise their priority.)
public final class Completion: Sendable {
    private let meeting: Meeting

    init(entries: Int) { meeting = Meeting(of: entries) }

    func entryIsThere() { meeting.arrive() }
    func wait() async { await meeting.wait() }
}
