import Words
import Glibc
import System

/// The recorder as a library for preloading. It is in this executable's folder.
struct PreloadLibrary {
    static let name = "libInterleavePreload.so"

    /// A path without the characters that separate one preloaded library from the next.
    let path: String
    /// The folder of a link that was created to get such a path.
    private let linkFolder: String?

    init() throws {
        let found = try BuildFolder.current.locate(
            Self.name, product: "InterleavePreload", sources: ["Sources/CInterposition", "Sources/CProcess"])
        guard found.contains(where: { $0 == " " || $0 == ":" }) else {
            path = found
            linkFolder = nil
            return
        }
        var template = Array("/tmp/interleave-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ExplainedError(
                .usage,
                "\(found) cannot be preloaded: its path contains a space or a colon, and a link to it in /tmp could not be created.",
                cure: "Move the package to a path without spaces and colons.")
        }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = "\(folder)/\(Self.name)"
        linkFolder = folder
        symlink(found, path)
    }

    /// Removes the link, if there is one; the programs that loaded it keep the library.
    func remove() {
        guard let linkFolder else { return }
        unlink(path)
        rmdir(linkFolder)
    }
}
