import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct GroupLabTests {
    @Test(
        "Every claim of the lab holds, with few and with many photos",
        arguments: Corpus.part([[], ["--photos", "3", "--pace", "20"], ["--photos", "6"]]))
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-group", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count >= 25)
        #expect(run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("The timeline shows only the learner's queues, and none of the server or the network library")
    func lanes() throws {
        let run = try LabProcess("lab-group", ["--variant", "wait", "--width", "120"])
        #expect(run.output.contains("6 items on 3 queues"), "\(run.output)")
        #expect(run.output.contains("waits for `group` ░"))
    }

    @Test("The step log names the download that makes the group empty, and the block that can run then")
    func steps() throws {
        let run = try LabProcess("lab-group", ["--variant", "notify", "--step", "--width", "200"])
        #expect(run.output.contains("photoArrives() #4"))
        #expect(run.output.contains("the group is now empty, so notify block showPhotos() #1 can run"))
    }

    @Test("A port that is in use is reported with a suggestion, before a variant runs")
    func portTaken() throws {
        let taken = try ListeningPort()
        let run = try LabProcess("lab-group", ["--port", String(taken.number)])
        #expect(run.ending == .exited(code: 2))
        #expect(run.errors.contains("Port \(taken.number) is taken by another program.\nName another one"))
        #expect(run.output.isEmpty)
    }
}

/// A port of this machine that is in use while this value lives.
private final class ListeningPort {
    let number: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let outcome = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                [bind(descriptor, address, size), listen(descriptor, 1), getsockname(descriptor, address, &size)]
            }
        }
        try #require(outcome == [0, 0, 0])
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
