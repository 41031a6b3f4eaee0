/// The files with an attempt's result in a folder of results: their extensions.
public enum ResultFile {
    public static let text = ".txt"
    public static let json = ".json"
    public static let gradescope = ".gradescope.json"
    public static let junit = ".junit.xml"

    public static let all = [text, json, gradescope, junit]
}
