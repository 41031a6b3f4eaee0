import Dispatch

// The explorer calls this function under every interleaving: two threads each change the value and
// read it, once.

/// Each of two threads changes the page, then reads it.
func twoChangeAndLook() -> String {
    let page = Guarded(Page())
    let other = DispatchGroup()
    var seen: (Glance?, Glance?)
    DispatchQueue.global().async(group: other) { seen.1 = page.changeAndLook() }
    seen.0 = page.changeAndLook()
    other.wait()
    let last = page.look()
    for glance in [seen.0, seen.1, last] {
        guard let glance, glance.begun == glance.complete else { return "a reader saw a half made change" }
        if glance.complete == 0 { return "a thread did not see its own change" }
    }
    return "\(last.complete) of 2 changes made"
}

func allowed(_ outcome: String) -> Bool { outcome == "2 of 2 changes made" }

/// The protected value. A change takes two steps, like most changes.
private final class Page {
    var begun = 0
    var complete = 0
}

/// The result of reading the page.
private struct Glance {
    var begun: Int
    var complete: Int
}

extension Guarded where Value == Page {
    fileprivate func changeAndLook() -> Glance {
        write { page in
            page.begun += 1
            page.complete += 1
        }
        return look()
    }

    fileprivate func look() -> Glance {
        read { Glance(begun: $0.begun, complete: $0.complete) }
    }
}
