import Words

/// The files in which something happens, as a part of a page: whole if they are short, else the lines around the threads.
struct PageSource {
    private let lines: [(file: String, number: Int, lines: Set<Int>)]
    private var left: Int
    private static let around = 12

    /// - Parameters:
    ///   - lines: the lines of each file that must be there.
    ///   - numbers: the numbers by which the script knows the files. Two files can have the same name.
    init(_ lines: [String: Set<Int>], numbers: [String: Int], limit: Int) {
        self.lines = lines.map { (file: $0.key, number: numbers[$0.key] ?? 0, lines: $0.value) }.sorted { $0.number < $1.number }
        left = limit
    }

    mutating func html(_ source: (String) -> String?) -> String {
        var parts: [String] = []
        for (file, fileNumber, used) in lines {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            guard let text = source(file) else { continue }
            let all = text.split(separator: "\n", omittingEmptySubsequences: false)
            let isWhole = all.count <= 150 || text.utf8.count < left / 4
            let shown = isWhole ? Set(1...max(1, all.count)) : Set(used.flatMap { max(1, $0 - Self.around)...max(1, $0 + Self.around) })
            var rows: [String] = [], last = 0
            for number in shown.sorted() where number <= all.count {
                if number > last + 1 { rows.append("<span class=\"gap\">⋯</span>") }
                last = number
                let line = HTMLText.text(String(all[number - 1].prefix(400)))
                left -= line.utf8.count + 60
                if left < 0 { break }
                rows.append("<span class=\"l\" data-l=\"\(number)\"><i></i><b>\(number)</b>\(line.isEmpty ? " " : line)</span>")
            }
            if rows.isEmpty { continue }
            parts.append(
                "<figure data-file=\"\(fileNumber)\"><figcaption>\(HTMLText.text(name))</figcaption><pre tabindex=\"0\">\(rows.joined())</pre></figure>"
            )
            if left < 0 { break }
        }
        return parts.isEmpty ? "<p class=\"note\">The source is not known.</p>" : parts.joined(separator: "\n")
    }
}
