import FoundationEssentials

/// A question that learners ask again and again, with its answer: a section of docs/questions.md.
public struct Question: Equatable, Sendable {
    /// "Is an actor first-in, first-out?"
    public var title: String
    /// The answer and the places where it can be seen, as Markdown: one paragraph for each element.
    public var answer: [String]
    /// Other words for the same question.
    public var otherWords: String

    /// The answer as plain text: of a link, its text, and for a page its path in the package.
    public var plainAnswer: [String] {
        answer.map { paragraph in
            paragraph.replacing(#/\[([^\]]*)\]\(([^)]*)\)/#) { link in
                let page = link.2.prefix { $0 != "#" }
                return page.contains("/") || !page.hasSuffix(".md") ? String(link.1) : "\(link.1) (docs/\(page))"
            }
        }
    }

    /// The commands that run the labs and open the exercises of the answer, as one types them in the package.
    public var commands: [String] {
        let text = answer.joined(separator: " ")
        let labs = text.matches(of: #/`(lab-[a-z-]+): ([a-z0-9-]+)`/#).map { "swift run \($0.1) --variant \($0.2)" }
        return labs + text.matches(of: #/\[`(\d\d-[a-z0-9-]+)`\]/#).map { "swift run interleave learn \($0.1)" }
    }

    /// Reads the questions of a package; none if the document is not there.
    public static func all(package: String) -> [Question] {
        let bytes = FileManager.default.contents(atPath: "\(package)/docs/questions.md")
        return bytes.map { all(in: String(decoding: $0, as: UTF8.self)) } ?? []
    }

    /// The questions of a document: each section of the third level is one.
    public static func all(in document: String) -> [Question] {
        var questions: [Question] = []
        var isInside = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") {
                isInside = line.hasPrefix("### ")
                if isInside { questions.append(Question(title: String(line.dropFirst(4)), answer: [], otherWords: "")) }
            } else if isInside, !line.isEmpty {
                questions[questions.count - 1].add(line)
            }
        }
        return questions
    }

    private static let otherWordsMark = "*Other words: "

    private mutating func add(_ line: Substring) {
        if line.hasPrefix(Self.otherWordsMark) {
            otherWords = line.dropFirst(Self.otherWordsMark.count).filter { $0 != "*" }
        } else if !otherWords.isEmpty {
            otherWords += " " + line.filter { $0 != "*" }
        } else if answer.isEmpty || line.hasPrefix("See it:") {
            answer.append(String(line))
        } else {
            answer[answer.count - 1] += " \(line)"
        }
    }

    /// The questions that have some of the words, the best first: a word counts more if few questions have it, and more in the question
    /// than in the answer.
    public static func matching(_ words: String, in questions: [Question]) -> [Question] {
        let titles = questions.map { Set(terms($0.title + " " + $0.otherWords)) }
        let answers = questions.map { Set(terms($0.answer.joined(separator: " "))) }
        let scores = questions.indices.map { index in
            Set(terms(words)).reduce(0.0) { sum, term in
                let holders = questions.indices.count { titles[$0].contains(term) || answers[$0].contains(term) }
                let place = titles[index].contains(term) ? 3.0 : answers[index].contains(term) ? 1.0 : 0.0
                return sum + place / Double(max(1, holders))
            }
        }
        let best = scores.max() ?? 0
        return questions.indices.filter { scores[$0] > 0 && scores[$0] >= best / 3 }.sorted { scores[$0] > scores[$1] }.map {
            questions[$0]
        }
    }

    /// The words of a text that say what it is about, without their endings: "tasks" and "task" are one.
    static func terms(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { !common.contains($0) }.map { word in
            for ending in ["ation", "ing", "ed", "es", "s", "e"] where word.hasSuffix(ending) && word.count - ending.count >= 3 {
                return String(word.dropLast(ending.count))
            }
            return word
        }
    }

    private static let common = Set(
        """
        a an and are as at be but by can do does for from has have how i if in is it its me my no not of on one or other own so than that the
        their then there they this to was what when where which why will with without you your
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
