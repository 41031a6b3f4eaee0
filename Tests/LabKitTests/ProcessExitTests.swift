import Foundation
import System
import Testing

@Suite("The end of a process whose threads still run") struct ProcessExitTests {
    @Test("exit() keeps its code, and runs no handler that was there before")
    func earlier() async {
        await #expect(processExitsWith: .exitCode(3)) {
            atexit { _exit(7) }
            ProcessExit.keepsLibraries()
            exit(3)
        }
    }

    @Test("The program's own handlers are run")
    func later() async {
        await #expect(processExitsWith: .exitCode(5)) {
            ProcessExit.keepsLibraries()
            atexit { _exit(5) }
            exit(3)
        }
    }
}
