import CPng
import Foundation

/// Pixels: three bytes for each (red, green, blue), row by row.
public struct Picture: Sendable {
    public let width: Int
    public let height: Int
    public let pixels: [UInt8]

    /// The most pixels that a picture may have. A file of a few bytes can claim any size.
    private static let mostPixels = 4_000_000

    /// Decodes a PNG file.
    public init(file: Data) throws(PhotoFailure) {
        var message = [CChar](repeating: 0, count: 64)
        var size = png_size()
        // libpng looks at the header only. So an absurd size is refused before it costs memory.
        guard file.withUnsafeBytes({ png_read_size($0.baseAddress, $0.count, &size, &message) }) else {
            throw .damaged(Picture.words(message))
        }
        let (width, height) = (Int(size.width), Int(size.height))
        let (count, isTooMuch) = width.multipliedReportingOverflow(by: height)
        guard !isTooMuch, count <= Picture.mostPixels else { throw .tooManyPixels(width: width, height: height) }
        var pixels = [UInt8](repeating: 0, count: count * 3)
        guard file.withUnsafeBytes({ png_read_pixels($0.baseAddress, $0.count, &pixels, pixels.count, &message) }) else {
            throw .damaged(Picture.words(message))
        }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    private static func words(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The picture in brown tones, like an old photograph. It takes many milliseconds, so it looks
    /// often whether its result is still needed.
    ///
    /// - Parameter intensity: 0 (no change) to 1.
    /// - Returns: nil if it was cancelled.
    public func sepia(intensity: Float, isCancelled: () -> Bool) -> Picture? {
        var result = pixels
        for row in 0..<height {
            if isCancelled() { return nil }
            result.withUnsafeMutableBufferPointer { pixels in
                var index = row * width * 3
                let end = index + width * 3
                while index < end {
                    let (red, green, blue) = (Float(pixels[index]), Float(pixels[index + 1]), Float(pixels[index + 2]))
                    let brown = (
                        red * 0.393 + green * 0.769 + blue * 0.189, red * 0.349 + green * 0.686 + blue * 0.168,
                        red * 0.272 + green * 0.534 + blue * 0.131
                    )
                    pixels[index] = UInt8(min(255, red + (brown.0 - red) * intensity))
                    pixels[index + 1] = UInt8(min(255, green + (brown.1 - green) * intensity))
                    pixels[index + 2] = UInt8(min(255, blue + (brown.2 - blue) * intensity))
                    index += 3
                }
            }
        }
        return Picture(width: width, height: height, pixels: result)
    }

    private init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }
}
