import Dispatch
import Foundation

extension Photo {
    /// A cure: a lock around the addition, once a stride.
    ///
    /// Inside the stride the sum is the iteration's own and needs no lock; taken for every pixel, it would cost more than the pixel.
    public func brightnessWithALock(stridesOf size: Int, _ start: CommonStart? = nil) -> Total {
        var total = Total()
        let lock = NSLock()
        DispatchQueue.concurrentPerform(iterations: strides(of: size)) { stride in
            start?.wait()
            let sum = brightness(of: pixels(ofStride: stride, size: size))
            lock.lock()
            total = total.adding(sum)
            lock.unlock()
        }
        return total
    }
}
