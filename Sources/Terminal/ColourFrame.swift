/// One picture of a terminal: a character with its colors for each place.
public struct ColourFrame: Equatable, Sendable {
    public struct Colour: Equatable, Sendable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8

        public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

        /// How bright it appears, 0 to 255.
        public var brightness: Int { (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 }

        /// The nearest color of the 6×6×6 cube in xterm's 256 colors, or of its grays.
        var index: Int {
            func step(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
            func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
            func distance(_ other: (Int, Int, Int)) -> Int {
                let (x, y, z) = (Int(red) - other.0, Int(green) - other.1, Int(blue) - other.2)
                return x * x + y * y + z * z
            }
            let (r, g, b) = (step(red), step(green), step(blue))
            let gray = max(0, min(23, ((Int(red) + Int(green) + Int(blue)) / 3 - 3) / 10)), shade = 8 + 10 * gray
            let isGray = distance((shade, shade, shade)) < distance((level(r), level(g), level(b)))
            return isGray ? 232 + gray : 16 + 36 * r + 6 * g + b
        }
    }

    public struct Cell: Equatable, Sendable {
        public var text: Unicode.Scalar = " "
        /// nil: the terminal's own color.
        public var letters: Colour?
        public var ground: Colour?
        public var isBold = false

        public init(_ text: Unicode.Scalar = " ", letters: Colour? = nil, ground: Colour? = nil, isBold: Bool = false) {
            (self.text, self.letters, self.ground, self.isBold) = (text, letters, ground, isBold)
        }
    }

    public let columns: Int
    public let rows: Int
    private(set) var cells: [Cell]

    public init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(0, columns), max(0, rows))
        cells = Array(repeating: Cell(), count: self.columns * self.rows)
    }

    /// Puts a cell; places outside the frame are left out.
    public mutating func put(_ cell: Cell, row: Int, column: Int) {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
        cells[row * columns + column] = cell
    }

    /// Puts a line of text, cut at the right edge. Characters that are not printable become a question mark.
    public mutating func put(_ text: String, row: Int, column: Int, letters: Colour? = nil, ground: Colour? = nil, isBold: Bool = false) {
        for (index, scalar) in text.unicodeScalars.prefix(max(0, columns - column)).enumerated() {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            put(Cell(isControl ? "?" : scalar, letters: letters, ground: ground, isBold: isBold), row: row, column: column + index)
        }
    }

    /// The characters, without colors.
    public var text: String {
        (0..<rows).map { row in
            var line = String.UnicodeScalarView(cells[row * columns..<(row + 1) * columns].map(\.text))
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
    }

    // MARK: For a terminal

    /// The bytes that turn a terminal that shows `before` into one that shows this. Only cells that
    /// changed are sent.
    ///
    /// - Parameter before: nil, or of another size: the terminal is cleared first.
    func encoded(after before: ColourFrame?, _ colour: Colours) -> [UInt8] {
        var bytes: [UInt8] = []
        var shown = before?.cells
        if before?.columns != columns || before?.rows != rows {
            shown = nil
            bytes += "\u{1B}[0m\u{1B}[2J".utf8
        }
        var look: Cell?
        for row in 0..<rows {
            var isAtPlace = false
            for column in 0..<columns {
                let index = row * columns + column, cell = cells[index]
                if shown.map({ $0[index] == cell }) ?? (cell == Cell()) {
                    isAtPlace = false
                    continue
                }
                if !isAtPlace { bytes += "\u{1B}[\(row + 1);\(column + 1)H".utf8 }
                isAtPlace = true
                if look.map({ $0.letters != cell.letters || $0.ground != cell.ground || $0.isBold != cell.isBold }) ?? true {
                    append(cell, colour, to: &bytes)
                }
                look = cell
                bytes += UTF8.encode(cell.text).map(Array.init) ?? [63]
            }
        }
        if !bytes.isEmpty { bytes += "\u{1B}[0m".utf8 }
        return bytes
    }

    /// The colors of a terminal.
    enum Colours: Equatable, Sendable { case none, indexed, direct }

    private func append(_ look: Cell, _ colours: Colours, to bytes: inout [UInt8]) {
        var codes = look.isBold ? "0;1" : "0"
        func code(_ colour: Colour, _ first: Int) -> String {
            switch colours {
            case .none: ""
            case .indexed: ";\(first);5;\(colour.index)"
            case .direct: ";\(first);2;\(colour.red);\(colour.green);\(colour.blue)"
            }
        }
        if let letters = look.letters { codes += code(letters, 38) }
        if let ground = look.ground { codes += code(ground, 48) }
        bytes += "\u{1B}[\(codes)m".utf8
    }
}
