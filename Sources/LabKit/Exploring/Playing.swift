import Glibc
import System
import Words

extension LabInvocation {
    /// Turns this process into `interleave play`, for `--play`. That program is built first if it is missing.
    func play() throws(ExplainedError) -> Never {
        let playable = lab.variants.map(\.name).filter { lab.verdict(of: $0) != nil }, names = variants.map(\.name)
        guard let name = names.first, playable.contains(name) else { throw .notExplorable(lab.unexplored(of: names), of: playable) }
        let program = try BuildFolder.current.locate("interleave", product: "interleave")
        var arguments = ["interleave", "play", lab.name, "--variant", name]
        for (isGiven, option) in [
            (options.json, "--json"), (options.plain, "--plain"), (options.ascii, "--ascii"), (options.noColor, "--no-color"),
        ] where isGiven { arguments.append(option) }
        if let width = options.width { arguments += ["--width", "\(width)"] }
        execv(program, arguments.map { strdup($0) } + [nil])
        throw .cannotRun("\(program) cannot be started: \(String(cString: strerror(errno)))")
    }
}
