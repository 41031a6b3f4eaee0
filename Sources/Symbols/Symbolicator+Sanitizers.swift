extension Symbolicator {
    /// Whether a program has ThreadSanitizer's runtime inside: it defines a function that only that
    /// runtime has.
    ///
    /// (Code that is to be explored defines some functions of these names, too: those that report an access.) Linear in the program's symbol tables.
    public static func carriesThreadSanitizer(_ path: String) -> Bool {
        guard let file = ELFFile(path: path) else { return false }
        return file.defines(["__tsan_init", "__sanitizer_report_error_summary"])
    }
}

extension ELFFile {
    /// Whether all of these functions are defined here, by the exported symbols or the full symbol
    /// table.
    func defines(_ names: [String]) -> Bool {
        let known = Set(definitions(of: Set(names)))
        return names.allSatisfy(known.contains)
    }
}
