import Course
import FoundationEssentials

extension ExploringOrder {
    /// Notes the verdict on a variant in the journal, which the home shows.
    /// - Parameters:
    ///   - token: the token of its schedule.
    ///   - sentence: the verdict's first line.
    package func remember(_ variant: String, token: String, sentence: String) {
        guard JournalFile.isKept, !isJSON else { return }
        let name = lab.hasPrefix("lab-") ? String(lab.dropFirst(4)) : lab
        // (The report is there. A journal that cannot be written is told at the home.)
        _ = JournalFile().add(
            Journal.Entry(
                verdictOn: "\(lab) \(variant)", command: ["lab", name, "--variant", variant, "--replay", token, "--step"],
                folder: FileManager.default.currentDirectoryPath, sentence: sentence))
    }
}
