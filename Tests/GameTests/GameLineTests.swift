import Testing

@testable import Game

@Suite struct GameLineTests {
    @Test("Taking a choice back leads to the choices before it, and making it again to those after it")
    func undoAndRedo() {
        var line = GameLine(first: [0, 0])
        line.goOn(to: [0, 0, 1, 1])
        line.goOn(to: [0, 0, 1, 1, 0])
        #expect(line.choices == [0, 0, 1, 1, 0])
        line.undo()
        #expect(line.choices == [0, 0, 1, 1])
        line.undo()
        line.undo()
        #expect(line.choices == [0, 0] && !line.canUndo && line.canRedo)
        line.redo()
        #expect(line.choices == [0, 0, 1, 1])
    }

    @Test("Another choice forgets what was taken back")
    func branch() {
        var line = GameLine(first: [])
        line.goOn(to: [0])
        line.goOn(to: [0, 0])
        line.undo()
        line.goOn(to: [0, 1])
        #expect(line.choices == [0, 1] && !line.canRedo)
        line.undo()
        #expect(line.choices == [0])
    }

    @Test("A token opens as a game at its end, and each of its choices can be taken back")
    func ofToken() {
        var line = GameLine(whole: [0, 0, 1, 0, 1], open: [1, 3])
        #expect(line.choices == [0, 0, 1, 0, 1])
        line.undo()
        #expect(line.choices == [0, 0, 1])
        line.undo()
        #expect(line.choices == [0] && !line.canUndo)
        line.restart()
        line.redo()
        line.redo()
        #expect(line.choices == [0, 0, 1, 0, 1])
    }

    @Test("The last moment at which a failure was possible is found with few questions")
    func lastMoment() {
        var line = GameLine(first: []), asked = 0
        for step in 1...100 { line.goOn(to: Array(repeating: 0, count: step)) }
        let found = line.lastMoment {
            asked += 1
            return $0.count <= 37
        }
        #expect(found == 37 && asked <= 7)
        #expect(line.lastMoment { _ in false } == nil)
        #expect(line.lastMoment { _ in nil } == nil)
    }
}
