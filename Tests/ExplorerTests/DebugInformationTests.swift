import Testing

@testable import Explorer

/// The debug information names the type and the place of a function's variables.
@Suite struct DebugInformationTests {
    /// A function of the addresses 0x100 to 0x140 with the parameters "index", in its frame at -8, and "total", whose address is there at -16.
    /// The type of the first is constant, and that of the second has no name, but one member.
    private static let abbreviations: [UInt8] =
        [1, 0x11, 1, 0, 0]
        + [2, 0x2E, 1, 0x11, 0x01, 0x12, 0x06, 0x40, 0x18, 0, 0]
        + [3, 0x05, 0, 0x02, 0x18, 0x03, 0x08, 0x49, 0x13, 0, 0]
        + [4, 0x13, 0, 0x6E, 0x0E, 0, 0]
        + [5, 0x26, 0, 0x49, 0x13, 0, 0]
        + [6, 0x13, 1, 0, 0]
        + [7, 0x0D, 0, 0x49, 0x13, 0, 0]
        + [0]

    private static func word(_ number: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(number >> ($0 * 8) & 0xFF) } }

    private static func sections(version: Int = 4, frameRegister: UInt8? = nil) -> [String: [UInt8]] {
        #if arch(x86_64)
            let register: UInt8 = 6
        #else
            let register: UInt8 = 29
        #endif
        let header = version == 4 ? word(version, 2) + word(0, 4) + [8] : word(version, 2) + [1, 8] + word(0, 4)
        let start = 4 + header.count
        var entries: [UInt8] = [1]
        entries += [2] + word(0x100, 8) + word(0x40, 4) + [1, 0x50 + (frameRegister ?? register)]
        // The types follow the parameters: 11 bytes and a name each, and the end of the function.
        let types = start + entries.count + (1 + 3 + 6 + 4) + (1 + 4 + 6 + 4) + 1
        entries += [3, 2, 0x91, 0x78] + Array("index\0".utf8) + word(types + 5, 4)
        entries += [3, 3, 0x91, 0x70, 0x06] + Array("total\0".utf8) + word(types + 10, 4)
        entries += [0]
        entries += [4] + word(0, 4)
        entries += [5] + word(types, 4)
        entries += [6, 7] + word(types, 4) + [0]
        entries += [0]
        return [
            ".debug_info": word(header.count + entries.count, 4) + header + entries, ".debug_abbrev": abbreviations,
            ".debug_str": Array("$sSiD\0".utf8),
        ]
    }

    @Test("A captured variable is where its address is, and its type has the name that the compiler gives it", arguments: [4, 5])
    func variables(_ version: Int) throws {
        let information = DebugInformation(Self.sections(version: version))
        let function = try #require(information.function(at: 0x13F))
        #expect(function.code == 0x100..<0x140)
        #expect(
            function.variables == [
                .init(name: "index", offset: -8, isIndirect: false, type: "$sSiD"),
                .init(name: "total", offset: -16, isIndirect: true, type: "$sSiD"),
            ])
        #expect(information.function(at: 0x140) == nil)
        #expect(information.function(at: 0xFF) == nil)
        #expect(WrittenType.named("$sSiD") == Int.self)
        #expect(WrittenType.named("$sSaySiGD") == [Int].self)
        #expect(WrittenType.named("$s4main9NotThereVD") == nil)
    }

    @Test("Variables that are not counted from the frame pointer are left out")
    func otherFrames() {
        #expect(DebugInformation(Self.sections(frameRegister: 7)).functions.isEmpty)
    }

    @Test("Damaged debug information gives no function that is not there")
    func damaged() throws {
        let whole = Self.sections(), entries = try #require(whole[".debug_info"])
        for count in 0..<entries.count {
            var cut = whole
            cut[".debug_info"] = Array(entries.prefix(count))
            #expect(DebugInformation(cut).functions.isEmpty)
        }
        for index in entries.indices {
            for byte: UInt8 in [0, 0x7F, 0xFF] {
                var changed = whole
                changed[".debug_info"]?[index] = byte
                #expect(DebugInformation(changed).functions.count <= 1)
            }
        }
        for count in 0..<Self.abbreviations.count - 1 {
            var cut = whole
            cut[".debug_abbrev"] = Array(Self.abbreviations.prefix(count))
            #expect(DebugInformation(cut).functions.isEmpty)
        }
    }
}
