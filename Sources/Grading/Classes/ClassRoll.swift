import System
import Words

/// All that a class has handed in: the attempts that can be graded, and a row for each file, folder and
/// student without a grade. Nothing is left out, and one student's mistake changes no other student's row.
public struct ClassRoll: Sendable {
    public private(set) var submissions: [Submission] = []
    /// The rows without a grade.
    public private(set) var gaps: [ClassGrade] = []
    /// Students who have handed in something, and are not in the list.
    public private(set) var strangers: [String] = []

    /// - Parameters:
    ///   - students: the students of the class; nil if they are not known.
    ///   - exercise: the exercise of all attempts, if the pattern has no place for it.
    ///   - export: the names of students, if the folder is an export of Gradescope.
    ///   - folder: a name for the class.
    ///   - fullName: the exercise's whole name for a name in a path, such as "05"; nil if there is none.
    public init(
        _ found: [HandedIn], pattern: SubmissionPattern, students: [String]? = nil, exercise: String? = nil,
        export: GradescopeExport? = nil, folder: String = "", fullName: (String) -> String?
    ) {
        var fitting: [(item: HandedIn, submission: Submission)] = [], others: [HandedIn] = []
        for item in found where export == nil || item.path != GradescopeExport.fileName {
            // (An empty folder can be called like a file.)
            guard item.kind != .folder(files: 0), let names = pattern.names(in: item.path), let student = names.student else {
                others.append(item)
                continue
            }
            let wanted = exercise ?? names.exercise ?? ""
            guard let full = fullName(wanted) else {
                gaps.append(
                    ClassGrade(
                        student: student, exercise: wanted, file: item.path, .unknownExercise,
                        "There is no exercise “\(wanted)”: the file is \(item.path)."))
                continue
            }
            fitting.append((item, Submission(student: student, exercise: full, file: item.path)))
        }
        for (_, group) in Dictionary(grouping: fitting, by: { "\($0.submission.student)\n\($0.submission.exercise)" }) { add(group) }
        addOthers(others, pattern, exercise, fullName)
        if let export { name(by: export) }
        if let students { check(students, exercise.flatMap(fullName)) }
        submissions.sort { ($0.student, $0.exercise) < ($1.student, $1.exercise) }
        gaps.sort { ($0.student, $0.exercise, $0.file) < ($1.student, $1.exercise, $1.file) }
        for index in submissions.indices { submissions[index].folder = folder }
        for index in gaps.indices { gaps[index].folder = folder }
    }

    public var isEmpty: Bool { submissions.isEmpty && gaps.isEmpty }

    /// Whether nothing at all fits the pattern: then the pattern is wrong, not the class.
    public var isMissed: Bool {
        submissions.isEmpty && gaps.allSatisfy { [ClassGrade.Gap.doesNotFit, .emptyFolder].map(\.rawValue).contains($0.status) }
    }

    /// The paths of all results in a folder, without their extensions.
    public func paths(in results: String) -> Set<String> {
        Set(submissions.map { $0.without(.notGradedYet, "").path(in: results) } + gaps.map { $0.path(in: results) })
    }

    /// The files of a student for one exercise.
    private mutating func add(_ group: [(item: HandedIn, submission: Submission)]) {
        let first = group[0]
        func gap(_ gap: ClassGrade.Gap, _ message: String) {
            gaps.append(
                ClassGrade(student: first.submission.student, exercise: first.submission.exercise, file: first.item.path, gap, message))
        }
        guard group.count == 1 else {
            let files = group.map(\.item.path).sorted()
            return gap(
                .severalFiles,
                "\(Wording.list(files)) are for the same exercise. Keep one of them, then give the command again with --resume.")
        }
        switch first.item.kind {
        case .file(let size) where size <= Grader.longestAttempt: submissions.append(first.submission)
        case .file: gap(.unreadable, "\(first.item.path) has more than 1 MB.")
        case .link: gap(.unreadable, "\(first.item.path) is a symbolic link, which is not followed.")
        case .folder: gap(.unreadable, "\(first.item.path) is a folder.")
        case .unreadable: gap(.unreadable, "\(first.item.path) cannot be read.")
        }
    }

    /// Rows for all that does not fit the pattern.
    private mutating func addOthers(
        _ others: [HandedIn], _ pattern: SubmissionPattern, _ exercise: String?, _ fullName: (String) -> String?
    ) {
        var taken = Set((submissions.map { [$0.student, $0.exercise] }) + gaps.map { [$0.student, $0.exercise] })
        for item in others {
            let names = pattern.likelyNames(in: item.path), student = names.student ?? ""
            var full = (exercise ?? names.exercise).flatMap(fullName) ?? ""
            // A student's second file for an exercise is a row of its own.
            if !taken.insert([student, full]).inserted { full = "" }
            let gap: ClassGrade.Gap, message: String
            switch item.kind {
            case .folder(files: 0): (gap, message) = (.emptyFolder, "\(item.path) is an empty folder.")
            case .folder(let files):
                let count = files == 1 ? "1 file" : "\(files) files"
                (gap, message) = (.doesNotFit, "\(item.path) is a folder with \(count) in the place of a file.")
            case .link: (gap, message) = (.doesNotFit, "\(item.path) is a symbolic link, which is not followed.")
            case .file: (gap, message) = (.doesNotFit, "\(item.path) does not fit the pattern of names.")
            case .unreadable: (gap, message) = (.unreadable, "\(item.path) cannot be read.")
            }
            gaps.append(ClassGrade(student: student, exercise: full, file: item.path, gap, message))
        }
    }

    /// Names the students as an export of Gradescope does. Each student of a group has a row.
    private mutating func name(by export: GradescopeExport) {
        submissions = submissions.flatMap { submission in
            guard let entry = export.entries[submission.student], !entry.students.isEmpty else { return [submission] }
            return entry.students.map { student in
                var named = submission
                (named.student, named.submitted) = (student, entry.submitted)
                return named
            }
        }
        gaps = gaps.flatMap { gap in
            guard let entry = export.entries[gap.student], !entry.students.isEmpty else { return [gap] }
            return entry.students.map { student in
                var named = gap
                (named.student, named.submitted) = (student, entry.submitted)
                return named
            }
        }
    }

    /// Adds the students of the list who have handed in nothing.
    private mutating func check(_ students: [String], _ exercise: String?) {
        let seen = Set(submissions.map(\.student) + gaps.map(\.student)), listed = Set(students)
        for student in students where !seen.contains(student) {
            gaps.append(
                ClassGrade(
                    student: student, exercise: exercise ?? "", .nothingHandedIn,
                    "\(student) is in the list of students, and handed in nothing."
                ))
        }
        strangers = seen.subtracting(listed).filter { !$0.isEmpty }.sorted()
    }

    /// The part of the students with this number, from 1 on. A student is in the same part, whatever others hand in.
    public func part(_ number: Int, of count: Int) -> ClassRoll {
        var part = self
        part.submissions.removeAll { Self.part(of: $0.student, count) != number }
        part.gaps.removeAll { Self.part(of: $0.student, count) != number }
        part.strangers.removeAll { Self.part(of: $0, count) != number }
        return part
    }

    private static func part(of student: String, _ count: Int) -> Int {
        var fingerprint = Fingerprint()
        fingerprint.addPart(student.utf8)
        // (Its low bits alone differ little between similar names.)
        return Int((fingerprint.value ^ fingerprint.value >> 32) % UInt64(count)) + 1
    }
}
