import Words

extension ClassGrades {
    /// A table for people: a line for each student with the points of each exercise, and the sum.
    public func table(width: Int) -> String {
        let exercises = Set(grades.map(\.exercise)).filter { exercise in
            // (The names in files can be anything.)
            grades.contains { $0.exercise == exercise && !exercise.isEmpty && $0.status != ClassGrade.Gap.unknownExercise.rawValue }
        }.sorted()
        var students: [String] = []
        for grade in grades where students.last != grade.student { students.append(grade.student) }
        let heads = exercises.map { exercise in
            let number = exercise.prefix { $0.isNumber }
            return cutText(number.isEmpty ? exercise : String(number), to: 8)
        }
        let columns = max(4, (heads.map(displayWidth).max() ?? 0) + 2)
        let room = max(8, width - columns * (exercises.count + 1))
        let shown = students.map { $0.isEmpty ? "(no student)" : SafeText.escaped($0) }
        let names = min(room, max(7, shown.map(displayWidth).max() ?? 0))
        func padded(_ text: String, _ count: Int) -> String { String(repeating: " ", count: max(0, count - displayWidth(text))) + text }
        func name(_ text: String) -> String {
            let cut = cutText(text, to: names)
            return cut + String(repeating: " ", count: max(0, names - displayWidth(cut)))
        }
        let byStudent = Dictionary(grouping: grades, by: \.student)
        var lines = [name("student") + heads.map { padded($0, columns) }.joined() + padded("sum", columns + 1)]
        for (student, shown) in zip(students, shown) {
            let own = byStudent[student] ?? []
            let cells = exercises.map { exercise -> String in
                guard let grade = own.first(where: { $0.exercise == exercise }) else { return padded("–", columns) }
                return padded(grade.isGraded ? Grade.decimal(grade.points) : "?", columns)
            }
            lines.append(name(shown) + cells.joined() + padded(Grade.decimal(own.reduce(0) { $0 + $1.points }), columns + 1))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// How many attempts there are, how they did, and each row without a grade with its reason.
    public var summary: String {
        let graded = grades.filter(\.isGraded), gaps = grades.filter { !$0.isGraded }
        let passed = graded.count(where: \.passed)
        var text = "\n\(Wording.count(graded.count, "attempt")) graded: \(passed) passed, \(graded.count - passed) not yet.\n"
        if gaps.isEmpty { return text }
        text += "\(Wording.count(gaps.count, "row")) without a grade:\n"
        for gap in gaps {
            let subject = [gap.student, gap.exercise].filter { !$0.isEmpty }.map { SafeText.escaped($0) }.joined(separator: ", ")
            text += "  \(subject.isEmpty ? "(no student)" : subject): \(gap.status). \(gap.reason)\n"
        }
        return text
    }
}
