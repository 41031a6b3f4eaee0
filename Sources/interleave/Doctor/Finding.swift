/// One line of `interleave doctor`.
struct DoctorFinding {
    enum State {
        case fine
        /// It works, but less well.
        case note
        /// A part of interleave does not work without it.
        case missing
    }

    var state: State
    var name: String
    var text: String
    /// The advice.
    var cure: String?

    init(_ name: String, _ state: State, _ text: String, cure: String? = nil) {
        self.name = name
        self.state = state
        self.text = text
        self.cure = state == .fine ? nil : cure
    }

    init(_ name: String, _ text: String) { self.init(name, .fine, text) }

    func lines(nameWidth: Int) -> String {
        let mark =
            switch state {
            case .fine: "ok     "
            case .note: "note   "
            case .missing: "MISSING"
            }
        let name = name + String(repeating: " ", count: max(0, nameWidth - name.count))
        let indent = String(repeating: " ", count: nameWidth + 11)
        return "\(mark)  \(name)  \(text)\n" + (cure.map { "\(indent)fix: \($0)\n" } ?? "")
    }
}
