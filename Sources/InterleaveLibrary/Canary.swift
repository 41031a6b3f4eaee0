import Explorer
import Glibc

/// Proves, before an exploration says that nothing is wrong, that it sees accesses to memory in this process.
///
/// An instrumented module calls `__tsan_write8` and the like. If a program is linked with ThreadSanitizer itself, those calls go there.
enum Canary {
    /// The function that instrumented code calls before it writes eight bytes.
    @_silgen_name("__tsan_write8")
    private static func reportWrite(_ address: UnsafeMutablePointer<Int>)

    /// Two threads write to one variable: that must be a data race. Found once for the process.
    private static let isSeen = Explorer.explore { writeTwice() }.verdict == .race

    /// - Throws: ``ExploreError`` if the accesses are not seen.
    static func check() throws {
        if !isSeen { throw ExploreError.otherSanitizer }
    }

    private static func writeTwice() -> Int {
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { number in
                if let number { Canary.reportWrite(number.assumingMemoryBound(to: Int.self)) }
                return nil
            }, number)
        reportWrite(number)
        pthread_join(thread, nil)
        number.deallocate()
        return 0
    }
}
