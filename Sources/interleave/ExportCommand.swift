import ArgumentParser
struct ExportCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "export") }
