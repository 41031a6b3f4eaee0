import Glibc

/// Generates a text file: lines of different lengths, with characters of one to four bytes.
public enum SampleText {
    /// Writes so many bytes. The last line ends without a newline.
    public static func write(bytes: Int, to descriptor: Int32, named name: String) throws {
        let page = makePage()
        var left = bytes
        while left > page.count {
            try write(page[...], to: descriptor, named: name)
            left -= page.count
        }
        var end = page.prefix(left)
        // Half a character at the end would not be valid UTF-8, and the last line has no newline.
        while let last = end.last, last & 0x80 != 0 || last == 0x0A { end.removeLast() }
        let padding = [UInt8](repeating: UInt8(ascii: "."), count: left - end.count)
        try write(end + padding, to: descriptor, named: name)
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, named name: String) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw FileFailure(name, "cannot be written", errno: errno) }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    private static let words = [
        "Alexanderplatz", "Straße", "Brücke", "Grüße", "駅", "café", "naïve", "the", "train", "leaves", "at", "noon", "München", "→",
        "Zürich", "🚆", "Łódź", "platform", "three",
    ]

    /// About a megabyte, the same in each run.
    private static func makePage() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1 << 20)
        var state: UInt64 = 4
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        while bytes.count < 1_000_000 {
            for word in 0...random(20) {
                if word > 0 { bytes.append(UInt8(ascii: " ")) }
                bytes += words[random(words.count)].utf8
            }
            bytes.append(0x0A)
        }
        return bytes
    }
}
