import FoundationEssentials

/// A learner's own folder: their files, their progress, and a copy of each task. With it, one installation that they cannot write to serves many
/// learners.
///
/// A file in it marks it, and names the folder of the exercises, if those are not the package's. The commands look for that mark in the folder
/// where they are called, and in those above.
public struct LearnerFolder: Equatable, Sendable {
    public let path: String
    /// The absolute path of the folder with the exercises; nil: the package.
    public let exercises: String?

    /// The name of the file that marks such a folder.
    public static let markName = ".interleave"

    private struct Mark: Codable {
        var exercises: String?
    }

    /// - Parameters:
    ///   - path: an absolute path.
    ///   - exercises: an absolute path; nil: the package.
    public init(_ path: String, exercises: String?) { (self.path, self.exercises) = (path, exercises) }

    /// That of a folder: the nearest one at or above it that has the mark; nil if there is none. (A mark that cannot be read still marks.)
    public init?(above folder: String) {
        var parts = folder.split(separator: "/")
        while true {
            let path = "/" + parts.joined(separator: "/")
            if let bytes = FileManager.default.contents(atPath: parts.isEmpty ? "/\(Self.markName)" : "\(path)/\(Self.markName)") {
                self.init(path, exercises: (try? JSONDecoder().decode(Mark.self, from: bytes))?.exercises)
                return
            }
            if parts.isEmpty { return nil }
            parts.removeLast()
        }
    }

    /// That of the current folder.
    public static var current: LearnerFolder? { LearnerFolder(above: FileManager.default.currentDirectoryPath) }

    /// The bytes of the file that marks it.
    public var mark: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        return ((try? encoder.encode(Mark(exercises: exercises))) ?? Data("{}".utf8)) + Data("\n".utf8)
    }
}
