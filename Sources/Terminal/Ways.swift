/// Where the keys of a screen lead besides the screen itself: to the page of a lab, its exploration, the exercise that belongs to it, the
/// home.
public struct Ways: Equatable, Sendable {
    /// A place outside of a screen.
    public enum Place: Equatable, Sendable {
        /// A command of `interleave`: its arguments.
        /// - Parameter leavesText: whether it leaves text on the terminal that the learner wants to read.
        case command([String], leavesText: Bool)
        case page(Page)
        /// The screen that opened this one.
        case back
    }

    /// An exercise that belongs to the lab.
    public struct Exercise: Equatable, Sendable {
        public var name: String
        public var topic: String
        /// The variant of the lab that it names; nil: none.
        public var variant: String?

        public init(name: String, topic: String = "", variant: String? = nil) {
            (self.name, self.topic, self.variant) = (name, topic, variant)
        }
    }

    /// A page of text.
    public struct Page: Equatable, Sendable {
        /// The path of its file.
        public var file: String
        public var title: String

        public init(file: String, title: String) { (self.file, self.title) = (file, title) }
    }

    /// The name of the lab, without "lab-"; nil: the screen belongs to none.
    public var lab: String?
    /// The variant of the lab that is shown; nil: none in particular.
    public var variant: String?
    /// The names of all variants of a lab that is running; empty elsewhere.
    public var variants: [String] = []
    /// The variant that was shown before this one.
    public var variantBefore: String?
    public var exercises: [Exercise] = []
    /// The lab's page; nil: there is none.
    public var page: Page?
    /// Whether there is a home that can be shown.
    public var hasHome = false
    /// The arguments of the command that plays the program; empty: it cannot be played.
    public var game: [String] = []
    /// Whether the screen was opened from a run's picture, to which it leads back.
    public var isBelowPicture = false

    public init() {}

    /// The place that a key leads to; nil: there is none here.
    public func place(for command: ScreenCommand) -> Place? {
        let variant = variant.map { ["--variant", $0] } ?? []
        return switch command {
        case .exploration: lab.map { .command(["lab", $0] + variant + ["--explore"], leavesText: true) }
        case .page: page.map { .page($0) }
        case .exercise: exercise.map { Self.place(of: $0) }
        case .logOrLab: isBelowPicture ? .back : lab.map { .command(["lab", $0] + variant, leavesText: true) }
        case .timesOrGame: game.isEmpty ? nil : .command(game, leavesText: false)
        case .home: hasHome ? .command([], leavesText: false) : nil
        default: nil
        }
    }

    static func place(of exercise: Exercise) -> Place { .command(["learn", exercise.name], leavesText: false) }

    /// The exercise that names the variant, else the first that names none, else the first.
    var exercise: Exercise? {
        exercises.first { $0.variant != nil && $0.variant == variant } ?? exercises.first { $0.variant == nil } ?? exercises.first
    }

    /// Whether a key leads anywhere here.
    func isOffered(_ command: ScreenCommand) -> Bool {
        command == .variants ? variants.count > 1 : !ScreenCommand.leading.contains(command) || place(for: command) != nil
    }

    /// Why a key leads nowhere here.
    func refusal(of command: ScreenCommand) -> String {
        switch command {
        case .exercise where lab != nil: "no exercise belongs to this lab"
        case .timesOrGame: "only an explored program can be played"
        case .home: "the home is shown only inside of Interleave's package"
        case .variants: "only a lab that is running has other variants to choose"
        case .logOrLab: "no lab belongs to this"
        default: "this key belongs to labs"
        }
    }
}

extension ScreenCommand {
    /// The commands that lead to another place.
    public static let leading: [ScreenCommand] = [.exploration, .page, .exercise, .logOrLab, .home, .timesOrGame]
}

extension KeyTable.Row {
    /// Whether its keys lead to no other screen: one cannot be shown among the lines of a stepper.
    var staysHere: Bool { Set(commands.values).isDisjoint(with: ScreenCommand.leading) }
}
