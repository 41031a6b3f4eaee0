/// The names through which a compiled file (`.o`) meets other files when they are linked.
public struct LinkNames: Sendable {
    /// Functions and variables that it defines, and that take the place of others with the same name.
    public let defined: Set<String>
    /// Functions and variables that it needs from other files.
    public let needed: Set<String>
    /// Sections with functions that run before `main`.
    public let runsBeforeMain: [String]

    /// Reads the symbol table of a file in the Executable and Linkable Format; linear in its size.
    /// - Returns: nil if the file cannot be read, or is no such file.
    public init?(object path: String) {
        guard let file = ELFFile(path: path), let names = file.linkNames() else { return nil }
        defined = names.defined
        needed = names.needed
        runsBeforeMain = file.sectionNames.filter { name in
            [".preinit_array", ".init_array", ".ctors", ".init"].contains { name == $0 || name.hasPrefix($0 + ".") }
        }
    }
}
