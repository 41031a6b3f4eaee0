import Dispatch

// How the value is used when every order of the threads' steps is tried: two threads change it and look at it, once each.

/// Each of two threads changes the page, then looks at it.
func twoChangeAndLook() -> String {
    let page = Guarded(Page())
    let other = DispatchGroup()
    var seen: (Glance?, Glance?)
    DispatchQueue.global().async(group: other) { seen.1 = page.changeAndLook() }
    seen.0 = page.changeAndLook()
    other.wait()
    let last = page.look()
    for glance in [seen.0, seen.1, last] {
        guard let glance, glance.begun == glance.complete else { return "somebody saw a change that was half made" }
        if glance.complete == 0 { return "somebody did not find their own change" }
    }
    return "\(last.complete) of 2 changes made"
}

func allowed(_ outcome: String) -> Bool { outcome == "2 of 2 changes made" }

/// What is guarded: a change of it takes two steps, as most changes do.
private final class Page {
    var begun = 0
    var complete = 0
}

/// What somebody saw who looked at the page.
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
