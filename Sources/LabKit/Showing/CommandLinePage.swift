import Synchronization

/// The `--help` text of a lab. It is kept here because the parser asks the type, not a value, for
/// its configuration.
enum CommandLinePage {
    static let configuration = Mutex(CommandConfiguration())

    static func describe(_ lab: Lab<some LabParameters>) {
        let longest = lab.variants.map(\.name.count).max() ?? 0
        let variants = lab.variants.map { variant in
            "  \(variant.name)\(String(repeating: " ", count: longest - variant.name.count + 2))\(variant.summary)"
        }
        let discussion = """
            \(lab.about.split(separator: "\n").joined(separator: " "))

            VARIANTS:
            \(variants.joined(separator: "\n"))

            Exit code: 0 all claims hold, 1 a claim does not hold, 2 wrong usage, 70 an error of the lab, 130 interrupted.
            """
        configuration.withLock {
            $0 = CommandConfiguration(commandName: lab.name, abstract: lab.title, discussion: discussion)
        }
    }
}
