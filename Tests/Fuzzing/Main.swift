import Foundation

@main enum Main {
    static func main() {
        setvbuf(stdout, nil, Int32(_IOLBF), 0)
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else { exit(2) }
        if options.programs == nil { print("The first seed is \(options.seed).") }
        do throws(Problem) { exit(try Fuzzer(options).run() ? 0 : 1) } catch {
            print(error.message)
            exit(70)
        }
    }
}
