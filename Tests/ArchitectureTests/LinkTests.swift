import Foundation
import Testing

/// The documents of the package: every link in them leads to an existing file, and to an existing
/// heading.
@Suite struct LinkTests {
    static let root = ArchitectureTests.root

    /// README.md, the folder docs, and the pages of the labs and exercises, as paths from the root.
    static let documents: [String] = {
        var paths = ["README.md"]
        for folder in ["docs", "Labs", "Exercises", "Solutions"] {
            let enumerator = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
            while let path = enumerator?.nextObject() as? String {
                if path.hasSuffix(".md") { paths.append("\(folder)/\(path)") }
            }
        }
        return paths.sorted()
    }()

    private static func lines(_ path: String) throws -> [Substring] {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// A document's lines without those between fences, which show code and output.
    private static func prose(_ path: String) throws -> [String] {
        var isFenced = false
        return try lines(path).compactMap { line in
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isFenced.toggle()
                return nil
            }
            return isFenced ? nil : String(line)
        }
    }

    /// The anchors of a document's headings: in lower case, with hyphens for spaces and without
    /// punctuation. The second heading with the same words has "-1" after them.
    static func anchors(_ headings: [String]) -> Set<String> {
        var seen: [String: Int] = [:]
        return Set(
            headings.map { heading in
                let plain = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.output.1) }
                let name = String(
                    plain.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
                seen[name, default: -1] += 1
                let count = seen[name, default: 0]
                return count == 0 ? name : "\(name)-\(count)"
            })
    }

    private static func anchors(of path: String) throws -> Set<String> {
        anchors(
            try prose(path).compactMap { line in
                line.firstMatch(of: /^#{1,6} +(.*?) *$/).map { String($0.output.1) }
            })
    }

    /// The targets of a document's links, without those that lead out of the package.
    private static func targets(_ path: String) throws -> [String] {
        // Text between backquotes is code.
        let text = try prose(path).joined(separator: "\n").replacing(/`[^`\n]*`/, with: "")
        let inline = text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
        let listed = text.matches(of: /(?m)^\[[^\]]+\]: +(\S+)/).map { String($0.output.1) }
        return (inline + listed).filter { !$0.hasPrefix("https://") && !$0.hasPrefix("http://") && !$0.hasPrefix("mailto:") }
    }

    @Test("Every link leads to a file or folder of the package, and every anchor to a heading", arguments: documents)
    func links(_ path: String) throws {
        for target in try Self.targets(path) {
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let folder = URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: "/")).deletingLastPathComponent()
            let file = parts[0].isEmpty ? path : String(folder.appendingPathComponent(parts[0]).standardized.path.dropFirst())
            guard FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(file).path) else {
                Issue.record("\(path): the link \(target) leads nowhere: there is no \(file)")
                continue
            }
            guard parts.count == 2 else { continue }
            #expect(try Self.anchors(of: file).contains(parts[1]), "\(path): \(file) has no heading #\(parts[1])")
        }
    }

    @Test("The README has at most 80 lines, and leads to each page of the folder docs")
    func frontDoor() throws {
        let lines = try Self.lines("README.md")
        #expect(lines.last == "" && lines.count <= 81)
        let pages = Self.documents.filter { $0.hasPrefix("docs/") }
        #expect(pages.count >= 15)
        let targets = try Self.targets("README.md")
        for page in pages { #expect(targets.contains(page), "README.md does not lead to \(page)") }
    }

    @Test("The documents have links, and an anchor is made of its heading as GitHub makes it")
    func anchors() throws {
        #expect(try Self.documents.reduce(0) { try $0 + Self.targets($1).count } > 30)
        #expect(Self.documents.contains { $0.hasPrefix("docs/") } && Self.documents.contains { $0.hasPrefix("Labs/") })
        let headings = ["Your `outcome()`, judged", "Not complete", "Not complete", "See [the labs](labs.md): C++ & Swift"]
        #expect(Self.anchors(headings) == ["your-outcome-judged", "not-complete", "not-complete-1", "see-the-labs-c--swift"])
    }

    /// The folders of the labs, by the labs' names.
    private static func labs() throws -> [String: String] {
        let folders = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Labs").path)
        return Dictionary(
            folders.filter { FileManager.default.fileExists(atPath: root.appendingPathComponent("Labs/\($0)/README.md").path) }
                .map { ("lab-\($0.lowercased())", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The text of a lab's own files, where its variants have their names.
    private static func declarations(of folder: String) throws -> String {
        let path = root.appendingPathComponent("Labs/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: path.path).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: path.appendingPathComponent($0), encoding: .utf8) }.joined()
    }

    @Test(
        "A lab that a document names with a variant has that variant",
        arguments: ["docs/texts.md", "docs/glossary.md", "docs/questions.md"])
    func variants(_ path: String) throws {
        let labs = try Self.labs(), text = try Self.prose(path).joined(separator: "\n")
        // `lab-barrier`: `serial`, `barrier` (…), `lock`; and `lab-barrier: serial`.
        let listed = text.matches(of: /`(lab-\w+)`: ((?:`[\w-]+`(?: \([^)]*\))?(?:, )?)+)/).flatMap { match in
            match.output.2.replacing(/\([^)]*\)/, with: "").matches(of: /`([\w-]+)`/).map { (match.output.1, $0.output.1) }
        }
        let single = text.matches(of: /`(lab-\w+): ([\w-]+)`/).map { ($0.output.1, $0.output.2) }
        #expect(listed.count + single.count > 20)
        for (lab, variant) in listed + single {
            let folder = try #require(labs[String(lab)], "\(path): there is no \(lab)")
            #expect(try Self.declarations(of: folder).contains("\"\(variant)\""), "\(path): \(lab) has no variant \(variant)")
        }
    }

    @Test("A lab that docs/texts.md calls missing does not exist yet")
    func plannedLabs() throws {
        let labs = try Self.labs(), text = try Self.prose("docs/texts.md").joined(separator: "\n")
        let planned = text.matches(of: /not yet((?:, `lab-\w+`)+)/).flatMap { $0.output.1.matches(of: /lab-\w+/).map { String($0.output) } }
        for lab in Set(planned) { #expect(labs[lab] == nil, "\(lab) is there: docs/texts.md has to name its variants") }
        #expect(labs.count >= 6)
    }

    @Test("Nothing in the documents' prose begins a sentence with Who, What or Of", arguments: documents.filter { $0.hasPrefix("docs/") })
    func sentences(_ path: String) throws {
        let text = try Self.prose(path).filter { !$0.hasPrefix("#") }.joined(separator: "\n")
        for match in text.matches(of: /(?:^|\. |\n\n)(Who|Whoever|What|Of) [^?.]*\./) {
            Issue.record("\(path): \(match.output.0)")
        }
        #expect(!text.lowercased().contains("at once"), "\(path): write \"immediately\" or \"at the same time\"")
    }
}
