import Foundation

/// The options of the command.
struct Options: Sendable {
    var minutes: Double? = 30
    var seed = 1
    var programs: Int?
    var family: Family?
    var jobs = 2
    /// How long each program runs natively.
    var seconds = 0.4
    var isTalkative = false
    /// Whether the program is made smaller if it differs.
    var reduces = false
    var interleave = "", sources = "", folder = ""

    /// - Parameter arguments: without the program's name. The first three are the command `interleave`, the folder of these sources, and
    ///   a folder for failing programs.
    /// - Returns: nil if they are wrong.
    init?(_ arguments: [String]) {
        guard arguments.count >= 3 else { return nil }
        (interleave, sources, folder) = (arguments[0], arguments[1], arguments[2])
        var rest = arguments.dropFirst(3)
        var hasSeed = false
        while let option = rest.popFirst() {
            if option == "--smoke" {
                (minutes, seed, programs, seconds) = (nil, 1, 24, 0.1)
                continue
            }
            if option == "--reduce" {
                reduces = true
                continue
            }
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--minutes":
                guard let number = Double(value), number > 0 else { return nil }
                minutes = number
            case "--seed":
                guard let number = Int(value) else { return nil }
                (seed, hasSeed) = (number, true)
            case "--programs":
                guard let number = Int(value), number > 0 else { return nil }
                (programs, minutes) = (number, nil)
            case "--only":
                guard let number = Int(value) else { return nil }
                (seed, programs, minutes, isTalkative, seconds, jobs) = (number, 1, nil, true, 3, 1)
                hasSeed = true
            case "--family":
                guard let named = Family(rawValue: value) else { return nil }
                family = named
            case "--jobs":
                guard let number = Int(value), (1...64).contains(number) else { return nil }
                jobs = number
            default: return nil
            }
        }
        if !hasSeed && minutes != nil { seed = Int.random(in: 1...999_999) * 1000 }
    }
}
