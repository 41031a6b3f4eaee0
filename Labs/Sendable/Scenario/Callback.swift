import Foundation

/// The bug: a C function calls back on a thread of its own. It gets the counter as a raw pointer, and a pointer says nothing about threads.
@MainActor public func countWithCallback(_ people: Int, _ meeting: Meeting? = nil) -> Int {
    let counter = Counter(group: people, meeting)
    let pointer = Unmanaged.passUnretained(counter).toOpaque()
    let north = startThread(pointer) { pointer in
        let counter = Unmanaged<Counter>.fromOpaque(pointer!)
        counter.takeUnretainedValue().enter()
        return nil
    }
    counter.enter()
    pthread_join(north, nil)
    return counter.visitors
}

/// Starts a thread of the C library, which calls the function with the pointer.
func startThread(
    _ pointer: UnsafeMutableRawPointer, _ function: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
) -> pthread_t {
    var thread = pthread_t()
    pthread_create(&thread, nil, function, pointer)
    return thread
}
