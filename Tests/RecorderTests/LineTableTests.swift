import Testing

@testable import Symbols

@Suite("Line tables") struct LineTableTests {
    /// A unit of DWARF version 4 that places rows at 0x1000 (line 10), 0x1010 (line 0), 0x1020 (line 12, or another) and ends at 0x1040.
    private static let unit = unit(lastLine: 12)
    private static func unit(lastLine: UInt8) -> [UInt8] {
        // Instruction length, operations, is a statement, line base -5, line range 14, opcode base.
        var header: [UInt8] = [1, 1, 1, 0xFB, 14, 13]
        header += [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
        header += Array("/src\0\0a.swift\0".utf8) + [1, 0, 0, 0]
        var program: [UInt8] = [0, 9, 2, 0x00, 0x10, 0, 0, 0, 0, 0, 0]  // address 0x1000
        program += [3, 9, 1]  // line 10, row
        program += [2, 0x10, 3, 0x76, 1]  // 0x1010, line 0, row
        program += [2, 0x10, 3, lastLine, 1]  // 0x1020, line 12, row
        program += [2, 0x20, 0, 1, 1]  // 0x1040, end
        let body = [4, 0] + little(UInt32(header.count)) + header + program
        return little(UInt32(body.count)) + body
    }

    private static func little(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    private func lines(_ bytes: [UInt8], _ wanted: [(UInt64, Range<UInt64>)]) -> [UInt64: ELFFile.Line] {
        var table = LineTable(
            FileBytes(bytes), strings: nil, lineStrings: nil,
            wanted: wanted.map { ELFFile.Instruction(address: $0.0, function: $0.1) }.sorted { $0.address < $1.address })
        return table.run()
    }

    @Test("An address belongs to the last row before it")
    func rows() {
        let found = lines(
            Self.unit, [(0x1000, 0x1000..<0x1040), (0x100F, 0x1000..<0x1040), (0x1021, 0x1000..<0x1040), (0x1040, 0..<1), (0xFFF, 0..<1)])
        #expect(
            found == [
                0x1000: ELFFile.Line(file: "/src/a.swift", line: 10), 0x100F: ELFFile.Line(file: "/src/a.swift", line: 10),
                0x1021: ELFFile.Line(file: "/src/a.swift", line: 12),
            ])
    }

    @Test("Code without a line is shown at the nearest line of its function, and nowhere if that has none")
    func compilerGenerated() {
        let unit = Self.unit(lastLine: 13)
        #expect(lines(unit, [(0x1017, 0x1000..<0x1040)])[0x1017]?.line == 10)
        #expect(lines(unit, [(0x1018, 0x1000..<0x1040)])[0x1018]?.line == 10)
        #expect(lines(unit, [(0x1019, 0x1000..<0x1040)])[0x1019]?.line == 13)
        #expect(lines(unit, [(0x1019, 0x1000..<0x1020)])[0x1019]?.line == 10)
        #expect(lines(unit, [(0x1012, 0x1010..<0x1040)])[0x1012]?.line == 13)
        #expect(lines(unit, [(0x1012, 0x1010..<0x1020)])[0x1012] == nil)
    }

    @Test("Where one line lies between those of its neighbours, code without a line is of that one")
    func lineBetween() {
        #expect(lines(Self.unit, [(0x1012, 0x1000..<0x1040)])[0x1012]?.line == 11)
        #expect(lines(Self.unit, [(0x101F, 0x1000..<0x1040)])[0x101F]?.line == 11)
        #expect(lines(Self.unit, [(0x1012, 0x1010..<0x1040)])[0x1012]?.line == 12)
        #expect(lines(Self.unit, [(0x1012, 0x1000..<0x1020)])[0x1012]?.line == 10)
    }

    @Test("A second unit is read after the first, and one of an unknown version is skipped")
    func units() {
        var unknown = Self.unit
        unknown[4] = 9
        #expect(lines(unknown + Self.unit, [(0x1000, 0x1000..<0x1040)])[0x1000]?.line == 10)
        #expect(lines(unknown, [(0x1000, 0x1000..<0x1040)]).isEmpty)
    }

    @Test("Damaged tables give wrong lines or none, and reading them always ends", arguments: 0..<8)
    func damage(seed: Int) {
        var state = UInt64(seed + 1)
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<2000 {
            var bytes = Self.unit + Self.unit
            for _ in 0...random(6) { bytes[random(bytes.count)] = UInt8(random(256)) }
            if random(3) == 0 { bytes.removeLast(random(bytes.count)) }
            let found = lines(bytes, [(0x1000, 0x1000..<0x1040), (0x1021, 0x1000..<0x1040)])
            #expect(found.count <= 2)
        }
    }
}
