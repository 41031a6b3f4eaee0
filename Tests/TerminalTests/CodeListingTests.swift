import Narration
import Testing
import Words

@testable import Terminal

@Suite struct CodeListingTests {
    private func listing(_ texts: String..., from first: Int = 8, notes: [Int: [String]] = [:]) -> CodeListing {
        let lines = zip(first..., SwiftCode.pieces(of: texts)).map { number, pieces in
            CodeListing.Line(number: number, pieces: pieces, notes: notes[number] ?? [])
        }
        return CodeListing([CodeListing.Part(file: "Scenario/Office.swift", lines: lines)])
    }

    private func text(_ listing: CodeListing, _ width: Int = 60, isASCII: Bool = false) -> [String] {
        let lines = listing.lines(width: width, isASCII: isASCII).map { $0.map(\.text).joined() }
        #expect(lines.allSatisfy { displayWidth($0) <= max(24, width) }, "\(lines)")
        return lines
    }

    @Test("The lines have their numbers, and lose the blanks with which all of them begin")
    func numbers() {
        #expect(
            text(listing("    func sell() {", "        sold = seat", "    }")) == [
                "     Scenario/Office.swift", "  8  func sell() {", "  9      sold = seat", " 10  }",
            ])
    }

    @Test("The events of a line stand beside it, and below it where there is no room")
    func notes() {
        let listing = listing("sold = seat", "printer.print(seat)", notes: [8: ["wrote 1, 1, 1, 1"]])
        #expect(text(listing)[1] == " 8  sold = seat   ← wrote 1, 1, 1, 1")
        #expect(text(listing, 60, isASCII: true)[1] == " 8  sold = seat   <- wrote 1, 1, 1, 1")
        #expect(
            text(self.listing(String(repeating: "x", count: 50), notes: [8: ["wrote 1, 1, 1, 1"]]))[1...] == [
                " 8  " + String(repeating: "x", count: 50), "      ← wrote 1, 1, 1, 1",
            ])
        let both = self.listing("self.photo = photo", "self.arrived.signal()", notes: [8: ["0 photos when the wait ended"], 9: ["once"]])
        #expect(
            text(both, 40)[1...3] == [
                " 8  self.photo = photo", "      ← 0 photos when the wait ended", " 9  self.arrived.signal()   ← once",
            ])
        let long = text(self.listing("sold = seat", notes: [8: ["wrote 1, and read 2, and wrote 3, and read 4, and wrote 5"]]))
        #expect(long.count == 3 && long[1].contains("   ← wrote 1") && long[2].hasPrefix("                   "), "\(long)")
    }

    @Test("A line that is too long goes on in the next row, at a blank where one is there")
    func longLines() {
        let lines = text(listing("let value = first(of: values) + second(of: values) + third(of: values)", "a"), 40)
        #expect(lines[1...3] == [" 8  let value = first(of: values) +", "      ↳ second(of: values) + third(of:", "      ↳ values)"])
        #expect(text(listing(String(repeating: "写", count: 300)), 40).count > 15)
    }

    @Test("Tabs are four blanks, wide and combining characters keep their columns, and no character controls the terminal")
    func characters() {
        let lines = text(listing("\tlet 写真 = \"e\u{301}\"", "\t\t\u{1B}[2Jx\u{202E}y", notes: [8: ["two photos"]]))
        #expect(lines[1] == " 8  let 写真 = \"e\u{301}\"   ← two photos")
        #expect(lines[2] == " 9      \\u{1B}[2Jx\\u{202E}y")
        let ascii = text(listing("let 写真 = 1"), isASCII: true)
        #expect(ascii.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }

    @Test("Between two parts of a file stands a sign, and above the part of another file its name")
    func parts() {
        var listing = listing("a")
        listing.parts +=
            self.listing("b", from: 20).parts + [CodeListing.Part(file: "Scenario/Other.swift", lines: self.listing("c").parts[0].lines)]
        #expect(text(listing) == ["     Scenario/Office.swift", "  8  a", "  ⋯", " 20  b", "     Scenario/Other.swift", "  8  c"])
        #expect(listing.lines(width: 60, isASCII: false, hasFiles: false).count == 5)
        #expect(text(listing, 24)[0] == "     Office.swift")
        // Neighbouring lines have no sign between them, and lose the same blanks.
        listing.parts = self.listing("a {").parts + self.listing("    b", from: 9).parts + self.listing("    c", from: 12).parts
        #expect(text(listing)[1...] == ["  8  a {", "  9      b", "  ⋯", " 12  c"])
    }
}
