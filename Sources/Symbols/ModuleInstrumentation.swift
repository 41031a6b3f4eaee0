import Glibc

/// Whether the Swift modules in a program report their accesses to memory.
///
/// The compiler adds a function to each object file that it compiles with `-sanitize=thread`. The linker keeps the code of an object file
/// together, so that this function follows those of its module.
public struct ModuleInstrumentation: Sendable {
    /// Whether an object file of the module reports its accesses.
    public var isInstrumented: Bool
    /// The source file of one of its functions; empty: without line information.
    public var file: String

    private static let mark = "tsan.module_ctor"

    /// The Swift modules that are linked into a program, by their names. Empty for a file that cannot be read, or is stripped.
    ///
    /// Linear in the symbol and line tables of the program.
    public static func read(_ program: String) -> [String: ModuleInstrumentation] {
        guard let elf = ELFFile(path: program) else { return [:] }
        var modules: [String: (isInstrumented: Bool, functions: [UInt64])] = [:], before = ""
        for function in elf.functionsInOrder() {
            if function.name == mark {
                modules[before]?.isInstrumented = true
            } else if let name = moduleName(of: function.name) {
                before = name
                if modules[name, default: (false, [])].functions.count < mostFunctions {
                    modules[name, default: (false, [])].functions.append(function.address &- elf.lowestAddress)
                }
            }
        }
        let addresses = modules.values.flatMap(\.functions)
        let places = Symbolicator.locations(ofClosures: addresses, inProgram: program)
        let files = Dictionary(zip(addresses, places.map { $0?.file ?? "" }), uniquingKeysWith: { first, _ in first })
        return modules.mapValues { module in
            // (Functions of macros are in files that the compiler makes.)
            let file = module.functions.lazy.compactMap { files[$0] }.first {
                !$0.isEmpty && !$0.contains("/swift-generated-sources/") && access($0, R_OK) == 0
            }
            return ModuleInstrumentation(isInstrumented: module.isInstrumented, file: file ?? "")
        }
    }

    /// So many functions of a module are looked up.
    private static let mostFunctions = 100

    /// The module of a function: "$s4Bank7AccountC…" is of Bank. Nil for a function of another language, and of the standard library.
    static func moduleName(of symbol: String) -> String? {
        guard symbol.hasPrefix("$s") else { return nil }
        let rest = symbol.utf8.dropFirst(2), digits = rest.prefix { (48...57).contains($0) }
        // (A zero begins a name with substituted words, which is not a module's.)
        guard let first = digits.first, first != 48, let count = Int(String(digits) ?? ""), count <= rest.count - digits.count else {
            return nil
        }
        return String(rest.dropFirst(digits.count).prefix(count))
    }
}

extension ELFFile {
    /// The functions that are defined here, exported or not, in the order of their addresses. O(n log n) in the number of symbols.
    func functionsInOrder() -> [(name: String, address: UInt64)] {
        guard let (table, names) = fullSymbolTable else { return [] }
        var functions: [(name: String, address: UInt64)] = []
        Self.forEachFunction(table) { range, name in functions.append((names.text(name), range.lowerBound)) }
        return functions.sorted { $0.address < $1.address }
    }
}
