/// How a drawing is rendered: which characters it can use, and how many colours.
///
/// Whether colour is wanted (a terminal, `NO_COLOR`) is the caller's decision. Without colour, no
/// escape byte is written.
public struct Style: Equatable, Sendable {
    /// The colours that the reader's terminal has.
    public enum Colour: Equatable, Sendable {
        /// No colour: only text.
        case none
        /// The eight colours of the simplest colour terminals, whose shades and background are unknown. So text that must be read has the
        /// terminal's own colours.
        case basic
        /// The 256 indexed colours of xterm.
        case indexed
        /// 24-bit colours.
        case direct
    }

    /// Only characters from U+0020 to U+007E.
    public var isASCII: Bool
    public var colour: Colour

    public init(isASCII: Bool = false, colour: Colour = .none) {
        self.isASCII = isASCII
        self.colour = colour
    }

    /// Unicode without colour.
    public static let plain = Style()
    /// ASCII without colour.
    public static let ascii = Style(isASCII: true)
    /// Unicode in the 256 indexed colours.
    public static let colour = Style(colour: .indexed)

    var glyphs: Glyphs { isASCII ? .ascii : .unicode }
}

/// The signs of a drawing.
struct Glyphs: Sendable {
    /// A cell filled from the left by none to eight eighths.
    var filledFromLeft: [Character]
    var rightHalf: Character
    var rightEighth: Character
    var bar: Character
    /// Ends of a bar that is longer than a cell, where cells cannot be filled in part.
    var barStart: Character?
    var barEnd: Character?
    var dense: Character
    var wallEdge: Character
    var wall: Character
    var weakBarrier: Character
    var waiting: Character
    /// A Swift task that is suspended: no thread waits.
    var suspendedTask: Character
    /// Held by a lab's staging, which is not shown.
    var staged: Character
    /// A lock that is held, a once block that runs.
    var held: Character
    var inLine: Character
    var enqueued: Character
    var cancelled: Character
    /// A queue that is suspended.
    var suspended: Character
    /// The head of an arrow from an operation to one that depends on it.
    var arrow: Character
    var unfinished: Character
    var alive: Character
    /// A thread in code that no queue gave it.
    var ownCode: Character
    var fold: Character
    var axis: Character
    var tick: Character
    var gutter: Character
    /// A value to compare bars with.
    var mark: Character
    /// Ends of the picked item, and the line from its enqueue to its begin.
    var picked: Character
    var way: Character
    var wayDown: Character
    /// From few to many.
    var levels: [Character]

    static let unicode = Glyphs(
        filledFromLeft: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], rightHalf: "▐", rightEighth: "▕", bar: "█", dense: "▒",
        wallEdge: "║",
        wall: "▓", weakBarrier: "▓", waiting: "░", suspendedTask: "◦", staged: "·", held: "▀", inLine: "┄", enqueued: "▾", cancelled: "×",
        suspended: "¦",
        arrow: "▶",
        unfinished: "»",
        alive: "─", ownCode: "━",
        fold: "≈",
        axis: "─", tick: "┴", gutter: "│", mark: "┊", picked: "◆", way: "╌", wayDown: "╮", levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"])

    static let ascii = Glyphs(
        filledFromLeft: [" ", "|", "|", "|", "|", "=", "=", "=", "="], rightHalf: "=", rightEighth: "|", bar: "=", barStart: "[",
        barEnd: "]",
        dense: "*", wallEdge: "H", wall: "#", weakBarrier: "%", waiting: "~", suspendedTask: ",", staged: "_", held: "^", inLine: ".",
        enqueued: "v",
        cancelled: "x", suspended: ":", arrow: ">",
        unfinished: ">",
        alive: "-", ownCode: "=", fold: "/", axis: "-", tick: "+", gutter: "|", mark: ":", picked: "@", way: "-", wayDown: "+",
        levels: ["1", "2", "3", "4", "5", "6", "7", "8"])
}
