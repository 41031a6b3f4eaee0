import Foundation
import Synchronization

/// 08-no-self-sync: methods that call each other return, each change is one step, and albums do not
/// wait for each other.
public enum NoSelfSyncRun {
    /// The attempt's functions for one album.
    public struct Access {
        var names: () -> [String]
        var contains: (String) -> Bool
        var add: (String) -> Void
        var addAll: ([String]) -> Void
        var renameAll: ((String) -> String) -> Void

        public init(
            names: @escaping () -> [String], contains: @escaping (String) -> Bool, add: @escaping (String) -> Void,
            addAll: @escaping ([String]) -> Void, renameAll: @escaping ((String) -> String) -> Void
        ) {
            self.names = names
            self.contains = contains
            self.add = add
            self.addAll = addAll
            self.renameAll = renameAll
        }
    }

    /// A part of the checks: calls on one thread. An attempt can crash in one of them, or be stuck.
    public enum Part: String, Codable, CaseIterable, Sendable {
        case add, addAll, renameAll

        /// The mark before it.
        public var begins: String { "\(rawValue) begins" }
        /// The names that the album must have after it.
        public var expected: [String] {
            switch self {
            case .add: ["dawn", "noon"]
            case .addAll: ["dawn", "noon", "dusk"]
            case .renameAll: ["sun", "moon"]
            }
        }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// The names after each part. nil for a part that did not return or was not run.
        public var names: [Part: [String]] = [:]
        /// Parts that did not return.
        public var stuck: [Part] = []
        /// Whether the changes of several threads were checked, and whether all of these calls
        /// returned.
        public var isShared = false
        public var areSharedCallsBack = true
        /// The names that another thread saw during a change of all names; nil if it had to wait.
        public var namesDuring: [String]?
        /// The names after that change, and after a photo was added during it.
        public var namesAfter: [String] = []
        /// The state of a call for another album during the change.
        public var otherAlbum = ProbeThread.Standing.returned
    }

    /// The new names: two photos get the same one.
    private static func newName(_ name: String) -> String { name == "dusk" ? "moon" : name == "dawn" || name == "noon" ? "sun" : name }

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter make: creates a new album.
    public static func run(_ make: @escaping () -> Access) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        let leftOut = AttemptRun.leftOutParts
        for part in Part.allCases where !leftOut.contains(part.rawValue) {
            // All parts add photos first.
            if part != .add, seen.names[.add] == nil, !leftOut.contains(Part.add.rawValue) { break }
            if part == .renameAll, seen.names[.add] == nil { break }
            let album = Attempt(make())
            let caller = ProbeThread("caller of \(part.rawValue)") { _ in
                TraceMark.put(part.begins)
                call(part, album.code)
            }
            guard ProbeThread.stuck([caller]) == 0 else {
                seen.stuck.append(part)
                continue
            }
            // A change that comes later, from another thread, is judged in every interleaving.
            _ = ThreadStates.comeToRest()
            let names = Mutex<[String]>([])
            let reader = ProbeThread("reader after \(part.rawValue)") { _ in
                let found = album.code.names()
                let isRight = found.allSatisfy(album.code.contains) && !album.code.contains("night")
                names.withLock { $0 = isRight ? found : ["`names` and `contains` disagree"] }
            }
            if ProbeThread.stuck([reader]) > 0 { seen.stuck.append(part) } else { seen.names[part] = names.withLock { $0 } }
        }
        if seen.names[.add] != nil, seen.names[.renameAll] != nil {
            TraceMark.put("together begins")
            changeTogether(Attempt(make()), Attempt(make()), &seen)
        }
        AttemptRun.end(seen)
    }

    private static func call(_ part: Part, _ album: Access) {
        switch part {
        case .add:
            for name in ["dawn", "noon", "dawn"] { add(name, to: album) }
        case .addAll:
            album.addAll(["dawn", "noon", "dawn", "dusk"])
        case .renameAll:
            for name in ["dawn", "noon", "dusk"] { add(name, to: album) }
            album.renameAll(newName)
        }
    }

    /// Adds a photo, and waits until it is there: an attempt can add it later, on another thread.
    private static func add(_ name: String, to album: Access) {
        album.add(name)
        _ = ThreadStates.comeToRest()
    }

    /// One thread is in the middle of a change of all names. Others look, add a photo, and use
    /// another album.
    private static func changeTogether(_ album: Attempt<Access>, _ other: Attempt<Access>, _ seen: inout Observations) {
        seen.isShared = true
        for name in ["dawn", "noon", "dusk"] { add(name, to: album.code) }
        let halfway = CountingEvent(), mayFinish = CountingEvent(), looked = Mutex<[String]?>(nil)
        let changer = ProbeThread("changer") { _ in
            album.code.renameAll { name in
                if name == "dusk" {
                    halfway.happen()
                    mayFinish.wait()
                }
                return newName(name)
            }
        }
        halfway.wait(patience: ProbeThread.patience)
        let stranger = ProbeThread("user of another album") { _ in
            other.code.add("dawn")
            _ = other.code.names()
        }
        seen.otherAlbum = stranger.settle()
        let reader = ProbeThread("reader") { _ in
            let names = album.code.names()
            looked.withLock { $0 = names }
        }
        if reader.settle() == .returned { seen.namesDuring = looked.withLock { $0 } }
        let adder = ProbeThread("adder") { _ in album.code.add("night") }
        _ = adder.settle()
        mayFinish.happen()
        seen.areSharedCallsBack = ProbeThread.stuck([changer, stranger, reader, adder]) == 0
        guard seen.areSharedCallsBack else { return }
        _ = ThreadStates.comeToRest()
        seen.namesAfter = album.code.names()
    }
}
