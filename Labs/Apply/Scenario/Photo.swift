// The situation: the brightness of a photo is the sum over its pixels. A pixel is quickly done, a photo has many, and the machine has
// more than one core. `concurrentPerform` (dispatch_apply in C) is a `for` loop whose iterations run on all of them.

/// A pixel of a photo.
public struct Pixel: Sendable {
    var red, green, blue: UInt8

    /// How bright the eye sees it, from 0 to 255.
    var brightness: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }
}

/// A photo: its pixels, one after the other.
public struct Photo: Sendable {
    let pixels: [Pixel]

    /// A photo of nothing in particular, with no black in it.
    public init(pixels count: Int) {
        pixels = (0..<count).map { number in
            let shade = UInt8(1 + number % 251)
            return Pixel(red: shade, green: 255 - shade / 2, blue: shade)
        }
    }

    /// The brightness of some of the pixels: a plain loop.
    public func brightness(of range: Range<Int>) -> Int {
        // Straight from memory: in a debug build each `pixels[index]` would count a reference to the array, in one place for all threads,
        // and they would wait for each other there whatever the size of a stride.
        pixels.withUnsafeBufferPointer { pixels in
            var sum = 0
            for index in range { sum += pixels[index].brightness }
            return sum
        }
    }

    /// The pixels of a stride: `size` of them, fewer in the last one.
    func pixels(ofStride number: Int, size: Int) -> Range<Int> { number * size..<min((number + 1) * size, pixels.count) }

    /// How many strides of this size it takes to cover the photo.
    public func strides(of size: Int) -> Int { (pixels.count + size - 1) / size }
}
