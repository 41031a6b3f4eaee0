import ArgumentParser
struct ViewCommand: ParsableCommand { static let configuration = CommandConfiguration(commandName: "view") }
