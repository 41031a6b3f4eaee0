import System

// How the files of each format begin, so that a command replaces only its own.

extension ReplacedFile.Kind {
    /// The grade for people.
    public static let gradeText = Self("a grade as text") { bytes in
        String(decoding: bytes, as: UTF8.self)
            .prefixMatch(of: #/[^\s:]+: (passed, |not yet\. |does not compile\.|did not finish\.|crashed\.|refused\.|not started\.)/#)
            != nil
    }
    // The keys are sorted.
    public static let gradeJSON = Self("a grade in the format json", beginningWith: "{\n  \"checks\" : [")
    public static let gradescope = Self("a grade in the format gradescope", beginningWith: "{\n  \"max_score\" : ")
    public static let codeRunner = Self("a grade in the format coderunner", beginningWith: "{\n  \"epiloguehtml\" : ")
    public static let junit = Self(
        "a grade in the format junit", beginningWith: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"")
    public static let gradeCSV = Self("a grade in the format csv", beginningWith: "exercise,status,passed,points,")
    /// How a class did.
    public static let classStatistics = Self("a table of statistics", beginningWith: "exercise,kind,name,attempts,")
    /// The table of a class, with a row for each attempt.
    public static let classTable = Self("a table of grades", beginningWith: "student,exercise,status,passed,")
}
