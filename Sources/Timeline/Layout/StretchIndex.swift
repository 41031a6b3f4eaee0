/// Says where in a long list of stretches of time the long ones are, and how long all of them are
/// together.
///
/// The stretches lie in blocks of 64, and each block has its longest one, its latest end and its
/// total. So a frame looks at blocks, and only where a block has something to show at the stretches
/// in it.
struct StretchIndex: Equatable, Sendable {
    private(set) var blocks: [Block] = []
    private var count = 0

    struct Block: Equatable, Sendable {
        var longest: Int64
        var latestEnd: Int64
        var total: Int64
    }

    static let size = 64

    mutating func append(start: Int64, end: Int64) {
        let length = max(0, end - start)
        if count % Self.size == 0 {
            blocks.append(Block(longest: length, latestEnd: end, total: length))
        } else {
            let last = blocks.count - 1
            blocks[last].longest = max(blocks[last].longest, length)
            blocks[last].latestEnd = max(blocks[last].latestEnd, end)
            blocks[last].total = blocks[last].total.addingReportingOverflow(length).partialValue
        }
        count += 1
    }

    /// The stretches of a range of the list that can be as long as this, in order, until `body` returns false: all that are, and
    /// some that are not.
    func forEach(in range: Range<Int>, atLeast length: Int64, endingAfter time: Int64 = .min, _ body: (Int) -> Bool) {
        var index = range.lowerBound
        while index < range.upperBound {
            let block = index / Self.size, end = min((block + 1) * Self.size, range.upperBound)
            if blocks[block].longest >= length, blocks[block].latestEnd >= time {
                for position in index..<end { guard body(position) else { return } }
            }
            index = end
        }
    }

    /// The sum of the lengths in a range of the list.
    func total(in range: Range<Int>, length: (Int) -> Int64) -> Int64 {
        var sum: Int64 = 0
        var index = range.lowerBound
        while index < range.upperBound {
            let block = index / Self.size, end = min((block + 1) * Self.size, range.upperBound)
            if index % Self.size == 0, end - index == Self.size {
                sum &+= blocks[block].total
            } else {
                for position in index..<end { sum &+= length(position) }
            }
            index = end
        }
        return sum
    }

    /// The longest stretch of a range of the list, the first of several.
    func longest(in range: Range<Int>, length: (Int) -> Int64) -> Int? {
        var found: Int?, most = Int64.min
        var index = range.lowerBound
        while index < range.upperBound {
            let block = index / Self.size, end = min((block + 1) * Self.size, range.upperBound)
            if blocks[block].longest > most {
                for position in index..<end {
                    let length = length(position)
                    if length > most { (found, most) = (position, length) }
                }
            }
            index = end
        }
        return found
    }
}
