import Words

/// A form of a lab's own, which one of its parameters chooses: "--scroll". It takes the place of the
/// page with questions, timelines and claims.
///
/// It runs in the lab's own process, after `prepare`, and without the recorder. If the chosen variant
/// can crash (`Expected.completionOrDeath`), it runs in a process of its own.
public struct OwnForm<Parameters: Sendable>: Sendable {
    let option: String
    let isChosen: @Sendable (Parameters) -> Bool
    let show: @Sendable (FormPage<Parameters>) throws -> Void

    /// - Parameter option: the option that chooses it, for messages.
    public init(
        _ option: String, isChosen: @escaping @Sendable (Parameters) -> Bool,
        show: @escaping @Sendable (FormPage<Parameters>) throws -> Void
    ) {
        self.option = option
        self.isChosen = isChosen
        self.show = show
    }
}

/// The contents of a form of the lab's own, and its place.
public struct FormPage<Parameters: Sendable>: Sendable {
    public let setting: Setting<Parameters>
    /// The names of the chosen variants.
    public let variants: [String]
    /// Whether a person sits at the terminal.
    public let isInteractive: Bool
    public let isASCII: Bool
    public let isColoured: Bool

    /// Prints a line, immediately.
    public func line(_ text: String) {
        Output.put(text + "\n")
        Output.flush()
    }
}

extension LabInvocation {
    /// The form that a parameter has chosen; nil if there is none.
    func ownForm() throws(ExplainedError) -> OwnForm<Parameters>? {
        guard let form = lab.ownForms.first(where: { $0.isChosen(loop.setting.parameters) }) else { return nil }
        let others = [
            (options.check, "--check"), (options.step, "--step"), (options.json, "--json"), (options.repetitions != nil, "--repeat"),
            (options.record != nil, "--record"),
        ]
        if let other = others.first(where: { $0.0 }) { throw .excludeEachOther(form.option, other.1) }
        return form
    }

    /// Returns the exit code.
    ///
    /// - Parameter given: the folder for files, if this process was started for the form.
    func show(_ form: OwnForm<Parameters>, in given: String?) throws(ExplainedError) -> Int32 {
        if let given { return try show(form, filesIn: given) }
        if variants.count == 1, let lesson = variants[0].lessonOfDeath { return try showApart(lesson) }
        let folder = try RunFolder(named: lab.name)
        defer { folder.empty() }
        return try show(form, filesIn: folder.path)
    }

    private func show(_ form: OwnForm<Parameters>, filesIn folder: String) throws(ExplainedError) -> Int32 {
        var setting = loop.setting
        setting.folder = folder
        let page = FormPage(
            setting: setting, variants: variants.map(\.name), isInteractive: paper.isInteractive, isASCII: paper.isASCII,
            isColoured: paper.isColoured)
        do {
            try form.show(page)
        } catch let error as ExplainedError {
            throw error
        } catch {
            throw .cannotPrepare("\(error)")
        }
        return ExitStatus.holds
    }
}
