/// An image in memory. Any thread can draw on one that no other thread uses.
public struct Image: Equatable, Sendable {
    let width: Int
    let height: Int
    /// The brightness of each pixel, row by row.
    var pixels: [UInt8]
}

/// A drawing for which each pixel needs a long calculation: the Mandelbrot set.
public struct Fractal: Sendable {
    public let size: Int
    let user: User?

    public init(size: Int, _ user: User? = nil) { (self.size, self.user) = (size, user) }

    func draw() -> Image {
        user?.seesThatWorkBegins()
        defer { user?.seesThatWorkEnds() }
        var image = Image(width: size, height: size, pixels: [])
        image.pixels.reserveCapacity(size * size)
        for row in 0..<size {
            for column in 0..<size { image.pixels.append(brightness(row, column)) }
        }
        return image
    }

    /// How many steps a point of the plane needs to leave the circle of radius 2.
    private func brightness(_ row: Int, _ column: Int) -> UInt8 {
        let x = Double(column) / Double(size) * 3 - 2.1, y = Double(row) / Double(size) * 2.4 - 1.2
        var (real, imaginary) = (0.0, 0.0)
        for step in 0..<UInt8.max {
            let next = real * real - imaginary * imaginary + x
            imaginary = 2 * real * imaginary + y
            real = next
            if real * real + imaginary * imaginary > 4 { return step }
        }
        return .max
    }
}
