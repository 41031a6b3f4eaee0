import Words
import ExplorationRunner
import Glibc
import LabKit
import System

// The second half of a lab: what `--explore` and `--replay` do. A lab becomes this program (see ExploringOrder).

CrashSignals.endThisProcess()
ProcessExit.keepsLibraries()
guard let order = ExploringOrder.take() else {
    Output.complain("explore-lab: A lab starts this program. Call the lab: swift run lab-barrier --explore\n")
    exit(ExitStatus.usage)
}
CleanupOnSignal.prepare()
do {
    let code = try LabExploration(order).run()
    let trouble = Output.flush()
    guard trouble == 0 else { throw ExplainedError.cannotWriteResults(errno: trouble) }
    exit(code)
} catch {
    let error = error as? ExplainedError ?? .cannotRun("\(error)")
    Output.flush()
    Output.complain("\(order.lab): \(error.description)\n")
    exit(error.exitCode)
}
