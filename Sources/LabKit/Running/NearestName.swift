extension String {
    /// The most similar name, if at most a third of the letters differ (edit distance; Levenshtein,
    /// 1966).
    public func nearest(among names: [String]) -> String? {
        let typed = lowercased()
        let nearest = names.min { typed.distance(to: $0) < typed.distance(to: $1) }
        guard let nearest, typed.distance(to: nearest) <= max(1, (max(count, nearest.count) + 2) / 3) else { return nil }
        return nearest
    }

    /// The number of letters to insert, delete or replace to get `other`; O(n·m).
    private func distance(to other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (index, letter) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, wanted) in other.enumerated() {
                let replaced = diagonal + (letter == wanted ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
