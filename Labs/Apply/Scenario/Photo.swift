// The situation: the brightness of a photo is the sum over its pixels. One pixel takes little time,
// but a photo has many, and the machine has several cores. `concurrentPerform` (dispatch_apply in
// C) is a `for` loop whose iterations run on all cores.

/// A pixel of a photo.
public struct Pixel: Sendable {
    var red, green, blue: UInt8

    /// The brightness for the human eye, from 0 to 255.
    var brightness: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }
}

/// A photo: its pixels, one after the other.
public struct Photo: Sendable {
    let pixels: [Pixel]

    /// A generated photo, without black pixels.
    public init(pixels count: Int) {
        pixels = (0..<count).map { number in
            let shade = UInt8(1 + number % 251)
            return Pixel(red: shade, green: 255 - shade / 2, blue: shade)
        }
    }

    /// The brightness of some of the pixels: a plain loop.
    public func brightness(of range: Range<Int>) -> Int {
        // Read directly from memory. In a debug build each `pixels[index]` would change the array's
        // reference count. All threads share that count, so they would slow each other down,
        // whatever the stride.
        pixels.withUnsafeBufferPointer { pixels in
            var sum = 0
            for index in range { sum += pixels[index].brightness }
            return sum
        }
    }

    /// The pixels of a stride: `size` of them, or fewer in the last stride.
    func pixels(ofStride number: Int, size: Int) -> Range<Int> { number * size..<min((number + 1) * size, pixels.count) }

    /// The number of strides of this size that cover the photo.
    public func strides(of size: Int) -> Int { (pixels.count + size - 1) / size }
}
