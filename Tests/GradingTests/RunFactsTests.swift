import Foundation
import Glibc
import System
import Testing

@testable import Grading

/// Facts about processes, folders and traces that hold whatever other processes and threads do.
@Suite struct RunFactsTests {
    @Test("A run's folder is swept when no process has it any more, whatever number its name has, and not before")
    func sweep() throws {
        let build = NSTemporaryDirectory() + "/interleave-sweep-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: build) }
        func workspace() throws -> GradingWorkspace {
            try GradingWorkspace(package: Bench.package, buildFolder: build, recorder: "\(Bench.buildFolder)/libInterleavePreload.so")
        }
        func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
        let first = try workspace()
        let living = try first.makeRunFolder()
        // A grader that lives in another container: here, its number means no process.
        let elsewhere = "\(build)/exercises/runs/999999999-abcdef"
        // A grader that was killed: after a restart, another process has its number.
        let left = "\(build)/exercises/runs/\(getpid())-abcdef"
        for path in [elsewhere, left] { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        let owner = open(elsewhere, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(flock(owner, LOCK_EX) == 0)
        _ = try workspace()
        #expect(exists(living.path) && exists(elsewhere) && !exists(left))
        close(owner)
        _ = try workspace()
        #expect(exists(living.path) && !exists(elsewhere))
    }
}
