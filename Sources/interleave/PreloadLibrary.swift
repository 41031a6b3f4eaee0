import Glibc
import Recorder

/// The recorder as a library that is put under another program. It stands beside this executable.
struct PreloadLibrary {
    static let name = "libInterleavePreload.so"

    /// A path without the characters that separate one preloaded library from the next.
    let path: String
    /// The folder of a link that was made to have such a path.
    private let linkFolder: String?

    init() throws {
        let found = try BuildFolder.current.locate(Self.name, product: "InterleavePreload", sources: ["Sources/CInterposition"])
        guard found.contains(where: { $0 == " " || $0 == ":" }) else {
            path = found
            linkFolder = nil
            return
        }
        var template = Array("/tmp/interleave-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(
                .usage, "\(found) cannot be preloaded: its path holds a blank or a colon, and no link to it can be made in /tmp.",
                cure: "Move the package to a folder without them in its path.")
        }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = "\(folder)/\(Self.name)"
        linkFolder = folder
        symlink(found, path)
    }

    /// Takes away the link, if there is one; the programs that loaded it keep what it led to.
    func remove() {
        guard let linkFolder else { return }
        unlink(path)
        rmdir(linkFolder)
    }
}
