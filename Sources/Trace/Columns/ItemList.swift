/// The items of a trace: an array where a program puts a trace together, and columns that take a
/// small part of the memory where a file was read.
///
/// Reading a whole item from columns takes about 50 ns, so long loops ask for single facts. Changing
/// the list makes it an array.
public struct ItemList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral, Equatable,
    Sendable
{
    private var array: [Trace.Item] = []
    /// The items in columns; the array is empty then.
    private var packed: ItemColumnsBox?

    public init() {}
    public init(_ items: [Trace.Item]) { array = items }
    public init(arrayLiteral elements: Trace.Item...) { array = elements }
    init(_ columns: ItemColumns) { packed = ItemColumnsBox(columns) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { packed?.columns.count ?? array.count }

    public subscript(index: Int) -> Trace.Item {
        get { packed.map { $0.columns[index] } ?? array[index] }
        _modify {
            unpack()
            yield &array[index]
        }
    }

    public func enqueued(_ index: Int) -> Int64? {
        if let packed { packed.columns.enqueued(index) } else { array[index].enqueued }
    }
    public func began(_ index: Int) -> Int64? {
        if let packed { packed.columns.began(index) } else { array[index].began }
    }
    public func ended(_ index: Int) -> Int64? {
        if let packed { packed.columns.ended(index) } else { array[index].ended }
    }
    public func cancelled(_ index: Int) -> Int64? {
        if let packed { packed.columns.cancelled(index) } else { array[index].cancelled }
    }
    public func due(_ index: Int) -> Int64? {
        if let packed { packed.columns.due(index) } else { array[index].due }
    }
    public func queue(_ index: Int) -> Int {
        if let packed { packed.columns.queue(index) } else { array[index].queue }
    }
    public func lane(_ index: Int) -> Int? {
        if let packed { packed.columns.lane(index) } else { array[index].lane }
    }
    public func isBarrier(_ index: Int) -> Bool {
        if let packed { packed.columns.isBarrier(index) } else { array[index].isBarrier }
    }
    /// The label without the ordinal that a reader gave it: "add(_:) " for "add(_:) #3".
    public func labelBase(_ index: Int) -> String {
        if let packed { return packed.columns.labelBase(index) }
        return array[index].ordinal == 0 ? array[index].name : array[index].name + " "
    }

    /// Whether an item may have been cancelled, delayed, or be an operation with dependencies.
    var hasRareFacts: Bool { packed?.columns.hasExtras ?? !array.isEmpty }

    public mutating func append(_ item: Trace.Item) {
        unpack()
        array.append(item)
    }

    public mutating func reserveCapacity(_ count: Int) {
        unpack()
        array.reserveCapacity(count)
    }

    public mutating func replaceSubrange(_ range: Range<Int>, with items: some Collection<Trace.Item>) {
        unpack()
        array.replaceSubrange(range, with: items)
    }

    /// The items that fit, as an array.
    public func filter(_ isIncluded: (Trace.Item) throws -> Bool) rethrows -> [Trace.Item] {
        var found: [Trace.Item] = []
        for item in self where try isIncluded(item) { found.append(item) }
        return found
    }

    public static func == (one: ItemList, other: ItemList) -> Bool { one.elementsEqual(other) }

    /// Bytes of memory for all items.
    public var memory: Int { packed?.columns.memory ?? array.capacity * MemoryLayout<Trace.Item>.stride }

    private mutating func unpack() {
        guard let columns = packed?.columns else { return }
        array = (0..<columns.count).map { columns[$0] }
        packed = nil
    }
}
