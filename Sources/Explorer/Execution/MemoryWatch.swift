/// The parts of an execution that watch memory.
///
/// They are large, and many executions use few of them. So all executions of an exploration have them at one place: each
/// begins with new ones there.
struct MemoryWatch {
    var detector: RaceDetector
    var fences: Fences
    /// The rows of the detector that releases of objects have, by the objects' addresses.
    var references: WordTable
    var finalReleases: FinalReleases
    var freshMemory: FreshMemory
    /// The program's variables, before they were changed.
    var changedVariables: ChangedVariables
    var racedWords: Storage<UInt>

    @inline(__always)
    private init(reusing old: UnsafeMutablePointer<Self>?) {
        detector = .init(reusing: old?.pointee.detector)
        fences = .init(reusing: old?.pointee.fences)
        references = .init(reusing: old?.pointee.references)
        finalReleases = .init(reusing: old?.pointee.finalReleases)
        freshMemory = .init(reusing: old?.pointee.freshMemory)
        changedVariables = .init(reusing: old?.pointee.changedVariables)
        racedWords = .init(reusing: old?.pointee.racedWords)
    }

    /// New ones, in the memory of those of an execution that is over.
    @inline(__always)
    static func made(at old: UnsafeMutablePointer<Self>?) -> UnsafeMutablePointer<Self> {
        if let old {
            old.pointee = Self(reusing: old)
            return old
        }
        let place = UnsafeMutablePointer<Self>.allocate(capacity: 1)
        place.initialize(to: Self(reusing: nil))
        return place
    }

    func deallocate() {
        detector.deallocate()
        fences.deallocate()
        references.deallocate()
        finalReleases.deallocate()
        freshMemory.deallocate()
        changedVariables.deallocate()
        racedWords.deallocate()
    }
}

extension Execution {
    var detector: RaceDetector {
        @inline(__always) unsafeAddress { UnsafePointer(watch.pointer(to: \.detector)!) }
        @inline(__always) unsafeMutableAddress { watch.pointer(to: \.detector)! }
    }
    var fences: Fences {
        @inline(__always) unsafeAddress { UnsafePointer(watch.pointer(to: \.fences)!) }
        @inline(__always) unsafeMutableAddress { watch.pointer(to: \.fences)! }
    }
    var references: WordTable {
        @inline(__always) unsafeAddress { UnsafePointer(watch.pointer(to: \.references)!) }
        @inline(__always) unsafeMutableAddress { watch.pointer(to: \.references)! }
    }
    var finalReleases: FinalReleases {
        @inline(__always) unsafeAddress { UnsafePointer(watch.pointer(to: \.finalReleases)!) }
        @inline(__always) unsafeMutableAddress { watch.pointer(to: \.finalReleases)! }
    }
    var freshMemory: FreshMemory {
        @inline(__always) unsafeAddress { UnsafePointer(watch.pointer(to: \.freshMemory)!) }
        @inline(__always) unsafeMutableAddress { watch.pointer(to: \.freshMemory)! }
    }
    var changedVariables: ChangedVariables {
        @inline(__always) unsafeAddress { UnsafePointer(watch.pointer(to: \.changedVariables)!) }
        @inline(__always) unsafeMutableAddress { watch.pointer(to: \.changedVariables)! }
    }
    var racedWords: Storage<UInt> {
        @inline(__always) unsafeAddress { UnsafePointer(watch.pointer(to: \.racedWords)!) }
        @inline(__always) unsafeMutableAddress { watch.pointer(to: \.racedWords)! }
    }
}
