/// For each event the index of what it is about, in little memory; see `Trace+Subjects.swift`.
public struct SubjectList: RandomAccessCollection, ExpressibleByArrayLiteral, Equatable, Sendable {
    private var column = PackedColumn()

    public init() {}

    public init(_ subjects: some Sequence<Int32>) {
        for subject in subjects { append(subject) }
        finish()
    }

    public init(arrayLiteral elements: Int32...) { self.init(elements) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { column.count }

    public subscript(index: Int) -> Int32 { @inline(__always) get { Int32(truncatingIfNeeded: column[index]) } }

    public static func == (one: SubjectList, other: SubjectList) -> Bool { one.elementsEqual(other) }

    mutating func append(_ subject: Int32) { column.append(Int64(subject)) }

    mutating func finish() { column.shrink() }

    /// Bytes of memory.
    public var memory: Int { column.memory }
}
