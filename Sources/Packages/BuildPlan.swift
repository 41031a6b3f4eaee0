import FoundationEssentials

/// SwiftPM's plan of a package: the modules of all packages, their compiled files, and
/// the options with which they were compiled.
///
/// SwiftPM writes it into its build folder: `description.json` and `debug.yaml`.
struct BuildPlan {
    /// A module of Swift or C.
    struct Module {
        /// The compiled files.
        var objects: [String] = []
        var sources: [String] = []
        var isSwift = false
    }

    private struct Description: Decodable {
        struct Command: Decodable {
            var moduleName: String
            var importPath: String
            var sources: [String]
            var otherArguments: [String]
        }
        var swiftCommands: [String: Command]
        /// All that a target depends on, directly or not.
        var targetDependencyMap: [String: [String]]
    }

    /// The modules, by the names of their targets.
    private(set) var modules: [String: Module] = [:]
    private let description: Description
    /// Options of the linker that products have.
    private(set) var linkerOptions: [String] = []

    /// - Parameter folder: SwiftPM's scratch folder.
    /// - Returns: nil if there is no plan, or in a form that is not known.
    init?(in folder: String) {
        let platforms = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard let file = platforms.sorted().map({ "\(folder)/\($0)/debug/description.json" }).first(where: FileManager.default.fileExists),
            let data = FileManager.default.contents(atPath: file),
            let description = try? JSONDecoder().decode(Description.self, from: data),
            let commands = FileManager.default.contents(atPath: "\(folder)/debug.yaml")
        else { return nil }
        self.description = description
        for name in description.targetDependencyMap.keys { modules[name] = Module() }
        read(String(decoding: commands, as: UTF8.self))
        for command in description.swiftCommands.values {
            let name = modules[command.moduleName] == nil ? target(ofModule: command.moduleName) : command.moduleName
            modules[name, default: Module()].isSwift = true
            modules[name]?.sources = command.sources
        }
    }

    /// The target that makes a module.
    func target(ofModule module: String) -> String {
        modules.keys.first { Self.moduleName(ofTarget: $0) == module } ?? module
    }

    static func moduleName(ofTarget target: String) -> String {
        let name = String(target.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || !$0.isASCII ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }

    /// The names of all modules, without those that SwiftPM makes for the tests.
    var names: [String] {
        modules.keys.filter { !$0.hasSuffix("PackageTests") && !$0.hasSuffix("PackageDiscoveredTests") }
            .map(Self.moduleName(ofTarget:)).sorted()
    }

    func has(_ module: String) -> Bool { modules[target(ofModule: module)] != nil }

    /// Targets, and all that they depend on, sorted by name.
    func closure(of targets: [String]) -> [String] {
        Set(targets.filter { modules[$0] != nil } + targets.flatMap { description.targetDependencyMap[$0] ?? [] }).sorted()
    }

    /// The commands, one a few lines. Their lists are JSON.
    private mutating func read(_ commands: String) {
        var inputs: [String] = [], outputs: [String] = []
        for line in commands.split(separator: "\n") {
            if line.hasPrefix("    inputs: [") { inputs = Self.list(line.dropFirst(12)) }
            if line.hasPrefix("    outputs: [") { outputs = Self.list(line.dropFirst(13)) }
            guard line.hasPrefix("    args: [") else { continue }
            let compiled = outputs.filter { $0.hasSuffix(".o") && !$0.hasSuffix(".swiftmodule.o") }
            if let name = compiled.first.flatMap(Self.target) {
                modules[name, default: Module()].objects += compiled
                // (Swift's sources are in the other file.)
                modules[name]?.sources += inputs.prefix(1)
            } else if line.contains("\"-emit-executable\"") || line.contains("\"-emit-library\"") {
                add(linkerOptions: Self.list(line.dropFirst(10)))
            }
        }
    }

    private mutating func add(linkerOptions words: [String]) {
        for word in words where word.hasPrefix("-l") && !linkerOptions.contains(word) { linkerOptions.append(word) }
    }

    private static func list(_ text: Substring) -> [String] { (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? [] }

    /// The folder `X.build` that a file is in names its target X.
    private static func target(ofFile path: String) -> String? {
        path.split(separator: "/").last { $0.hasSuffix(".build") && $0 != ".build" }.map { String($0.dropLast(6)) }
    }
}

extension BuildPlan {
    /// The options with which a file that imports modules is compiled.
    /// - Parameter targets: those of the modules, and all that they depend on.
    func compilerOptions(for targets: [String]) -> [String] {
        let wanted = Set(targets)
        var options: [[String]] = []
        func add(_ words: [String]) { if !options.contains(words) { options.append(words) } }
        for (_, command) in description.swiftCommands.sorted(by: { $0.key < $1.key }) {
            let target = target(ofModule: command.moduleName)
            // (A module of C has no command of its own: the modules that import it know where it is.)
            guard wanted.contains(target) || !wanted.isDisjoint(with: description.targetDependencyMap[target] ?? []) else { continue }
            add(["-I", command.importPath])
            for words in Self.importing(command.otherArguments) { add(words) }
        }
        return options.flatMap(\.self)
    }

    /// The name of a target's package, for declarations that are visible in their package only.
    func packageName(of target: String) -> String? {
        let arguments = description.swiftCommands.values.first { self.target(ofModule: $0.moduleName) == target }?.otherArguments ?? []
        return arguments.lastIndex(of: "-package-name").flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
    }

    /// Those of a module's options that say where the modules are that it imports.
    private static func importing(_ arguments: [String]) -> [[String]] {
        var found: [[String]] = [], index = 0
        func word(_ distance: Int) -> String { index + distance < arguments.count ? arguments[index + distance] : "" }
        while index < arguments.count {
            let first = word(0)
            if first == "-Xcc", ["-I", "-isystem", "-F", "-iframework"].contains(word(1)) {
                found.append(Array(arguments[index..<min(index + 4, arguments.count)]))
                index += 4
            } else if first == "-Xcc", ["-fmodule-map-file=", "-I", "-D", "-isystem"].contains(where: word(1).hasPrefix) {
                found.append([first, word(1)])
                index += 2
            } else if first == "-Xfrontend", word(1) == "-load-plugin-executable" {
                found.append(Array(arguments[index..<min(index + 4, arguments.count)]))
                index += 4
            } else if ["-I", "-F", "-plugin-path", "-load-plugin-executable"].contains(first) {
                found.append([first, word(1)])
                index += 2
            } else {
                if first.hasPrefix("-cxx-interoperability-mode=") { found.append([first]) }
                index += 1
            }
        }
        return found
    }
}
