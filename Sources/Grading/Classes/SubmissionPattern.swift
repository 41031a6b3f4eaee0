/// Where the attempts of a class are in a folder: a path with places for the student's name and the
/// exercise's name.
///
/// `{student}` and `{exercise}` stand for one or more characters, `*` for any number of them; none
/// of the three goes beyond a `/`.
public struct SubmissionPattern: Sendable {
    /// `anna/05-apply-stride.swift`.
    public static let standard = "{student}/{exercise}.swift"

    /// The names that a path has at the places of the pattern.
    struct Names: Equatable, Sendable {
        var student: String?
        /// nil, too, if the pattern has no place for it.
        var exercise: String?
    }

    private enum Piece: Equatable { case letter(Character), student, exercise, any }

    /// The names of the folders, and of the file.
    private let components: [[Piece]]

    /// - Returns: nil if the pattern does not have one place for the student, and at most one for the
    ///   exercise.
    public init?(_ pattern: String) {
        guard pattern.ranges(of: "{student}").count == 1, pattern.ranges(of: "{exercise}").count <= 1 else { return nil }
        let text = pattern.replacing("{student}", with: "\u{1}").replacing("{exercise}", with: "\u{2}")
        components = text.split(separator: "/").map { component in
            component.map { character in
                switch character {
                case "\u{1}": .student
                case "\u{2}": .exercise
                case "*": .any
                default: .letter(character)
                }
            }
        }
    }

    /// How many folders are above a file that fits.
    var depth: Int { components.count - 1 }

    /// The names in a path that fits; nil if it does not fit.
    func names(in path: String) -> Names? {
        let parts = path.split(separator: "/")
        guard parts.count == components.count else { return nil }
        var names = Names()
        for (component, part) in zip(components, parts) {
            guard Self.match(component[...], part, &names) else { return nil }
        }
        return names
    }

    /// The names that a path has as far as it fits: also with another extension (`05.SWIFT`,
    /// `05.swift.txt`, `anna.zip`), or with folders too many or too few.
    func likelyNames(in path: String) -> Names {
        let parts = path.split(separator: "/")
        var names = Names()
        for (index, (component, part)) in zip(components, parts).enumerated() {
            var found = Names()
            let isFile = index == components.count - 1
            let fits =
                Self.match(component[...], part, &found)
                || isFile && Self.match(Self.withoutExtension(component)[...], Self.withoutExtension(part), &found)
            if fits {
                names.student = names.student ?? found.student
                names.exercise = names.exercise ?? found.exercise
            } else if component.contains(.student) {
                names.student = String(isFile ? Self.withoutExtension(part) : part)
            }
        }
        // A file in the place of a student's folder, such as an archive.
        if parts.count == 1, components.count > 1, components[0].contains(.student) {
            names.student = String(Self.withoutExtension(parts[0]))
            _ = Self.match(components[0][...], Self.withoutExtension(parts[0]), &names)
        }
        return names
    }

    private static func withoutExtension(_ name: Substring) -> Substring {
        var name = name
        // "05.swift.txt" has two.
        for isFirst in [true, false] {
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { break }
            let end = name[name.index(after: dot)...].lowercased()
            let isExtension = 1...8 ~= end.count && end.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            guard isFirst ? isExtension : end == "swift" || end == "tar" else { break }
            name = name[..<dot]
        }
        return name
    }

    private static func withoutExtension(_ component: [Piece]) -> [Piece] {
        let end = ".swift".map(Piece.letter)
        return component.suffix(end.count) == end[...] ? Array(component.dropLast(end.count)) : component
    }

    /// Whether a name fits; each place takes as much as it can.
    private static func match(_ pieces: ArraySlice<Piece>, _ name: Substring, _ names: inout Names) -> Bool {
        guard let piece = pieces.first else { return name.isEmpty }
        let rest = pieces.dropFirst()
        if case .letter(let letter) = piece { return name.first == letter && match(rest, name.dropFirst(), &names) }
        for end in [name.endIndex] + name.indices.reversed() where piece == .any || end > name.startIndex {
            var found = names
            guard match(rest, name[end...], &found) else { continue }
            if piece == .student { found.student = String(name[..<end]) }
            if piece == .exercise { found.exercise = String(name[..<end]) }
            names = found
            return true
        }
        return false
    }
}
