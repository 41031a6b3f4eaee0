import CMalloc

/// The memory that the program has allocated and not freed, by the C library's own figures.
enum Heap {
    /// The bytes in use at this moment.
    static var liveBytes: Int {
        let figures = mallinfo2()
        return Int(figures.uordblks + figures.hblkhd)
    }

    /// Gives free memory back to the system, so that the next peak starts from a low level.
    static func trim() { malloc_trim(0) }
}
