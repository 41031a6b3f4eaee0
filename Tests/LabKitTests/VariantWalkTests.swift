import TestSupport
import Testing

@testable import LabKit

@Suite("The way through a lab's variants", .startsProcesses) struct VariantWalkTests {
    private static let names = ["a", "b", "c", "d"]

    private func walk(_ planned: [String] = names) -> VariantWalk { VariantWalk(all: Self.names, planned: planned) }

    @Test("A learner who only goes on sees each variant once, in order")
    func inOrder() {
        var walk = walk(), seen: [String] = []
        while let current = walk.current {
            seen.append(current)
            #expect(walk.left == Array(Self.names[(seen.count - 1)...]))
            walk.see()
            walk.goOn()
        }
        #expect(seen == Self.names && walk.left.isEmpty && walk.next == nil)
    }

    @Test("After a jump it goes on with the next variant that was not seen, and then with the earlier ones")
    func jump() {
        var walk = walk()
        walk.see()
        walk.go(to: "c")
        #expect(walk.current == "c" && walk.before == "a" && walk.left == ["b", "c", "d"])
        walk.see()
        #expect(walk.next == "d")
        walk.goOn()
        walk.see()
        #expect(walk.next == "b" && walk.before == "c")
        walk.goOn()
        walk.see()
        #expect(walk.next == nil && walk.left.isEmpty)
        walk.goOn()
        #expect(walk.current == nil)
    }

    @Test("A learner who came for one variant can jump to another one, which does not have to be seen")
    func single() {
        var walk = walk(["b"])
        walk.see()
        #expect(walk.next == nil)
        walk.go(to: "d")
        #expect(walk.current == "d" && walk.left.isEmpty && walk.next == nil)
        walk.see()
        walk.goOn()
        #expect(walk.current == nil)
    }

    @Test("A jump before the first variant was seen leaves it to be seen")
    func beforeTheFirst() {
        var walk = walk()
        walk.go(to: "d")
        walk.see()
        #expect(walk.next == "a" && walk.left == ["a", "b", "c"])
    }
}
