import Dispatch
import Foundation

extension Photo {
    /// A fix: a lock around the addition, once per stride.
    ///
    /// Inside the stride the sum is a local variable and needs no lock. Acquiring the lock for
    /// every pixel would cost more than the pixel.
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
