import System
import TestSupport
import Testing

@Suite(.startsProcesses) struct FingerprintTests {
    @Test("The hash is FNV-1a, as its authors give it, and an end makes parts differ")
    func fingerprint() {
        var hash = Fingerprint()
        #expect(hash.value == 0xCBF2_9CE4_8422_2325)
        hash.add("foobar".utf8)
        #expect(hash.value == 0x8594_4171_F739_67E8)
        func parts(_ texts: String...) -> String {
            var hash = Fingerprint()
            for text in texts { hash.addPart(text.utf8) }
            return hash.text
        }
        #expect(parts("ab", "c") != parts("a", "bc"))
    }
}
