import Foundation
import TestSupport
import Testing

/// The scheduler's seat, as lines.
@Suite(.startsProcesses) struct PlayTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private static let program = """
        import Foundation

        final class Account: @unchecked Sendable { var balance = 100 }

        func scenario() -> Int {
            let account = Account()
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                if account.balance >= 80 {
                    account.balance -= 80
                }
            }
            return account.balance
        }

        func allowed(_ balance: Int) -> Bool { balance == 20 }
        """

    @Test("A program is played by lines: a value is shown, a wrong claim is answered with a schedule, a hint leads on, a failure wins")
    func lines() throws {
        try Data(Self.program.utf8).write(to: URL(fileURLWithPath: folder.file("Bank.swift")))
        let played = try Commands.run(["play", folder.file("Bank.swift")], in: folder, input: "x\n1\n2\nc\n2\nh\nr 3\nr 2\nt\nq\n2\n")
        #expect(played.code == 0, "\(played.errors)")
        var parts = played.output.components(separatedBy: "\n> ")
        #expect(parts.count == 11, "Nothing is read after q")
        #expect(parts.removeFirst().contains("the fewest that suffice: 1"))
        #expect(parts[0].hasPrefix("x\nThere is no command like this."))
        #expect(parts[1].contains("Main thread is blocked: it waits for the end of iteration 0."))
        #expect(parts[2].contains("2  iteration 0  8  if account.balance >= 80") && parts[2].contains("reads balance, now 100"))
        #expect(parts[3].contains("It can be broken. This schedule fails:") && parts[3].contains("▸ their order decides"))
        #expect(parts[5].contains("This schedule can still fail. For example, choose"))
        let won = parts[6].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(won.contains("You have broken it.") && won.contains("You used 1 preemption. Fewer do not suffice."))
        #expect(parts[7].contains("The execution is over."))
        // The token replays the failure.
        let token = parts[8].split(separator: "\n").last.map(String.init) ?? ""
        let replayed = try Commands.run(["replay", token, folder.file("Bank.swift"), "--no-picture"], in: folder)
        #expect(replayed.code == 1 && replayed.output.contains("-60"), "\(replayed.errors)")
    }

    @Test("Without an argument the levels are listed, and a level that does not exist is refused")
    func levels() throws {
        let list = try Commands.run(["play"], in: folder)
        #expect(list.code == 0 && list.output.contains("of 16 won.") && list.output.contains(" 1  Two threads, one counter"))
        let refused = try Commands.run(["play", "17"], in: folder)
        #expect(refused.code == 2 && refused.errors.contains("The levels are 1 to 16."))
    }
}
