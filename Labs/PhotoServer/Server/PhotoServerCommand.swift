import ArgumentParser
import FlyingFox
import FlyingSocks
import Foundation

/// A web server for the labs: it gives out photographs, and misbehaves as it is asked to. Only this machine can reach it.
@main
struct PhotoServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo-server", abstract: "Serves photographs to this machine: late, broken off or never, as the address asks.",
        discussion: """
            /photos                     the names of the photos, a JSON array
            /photos/NAME?delay=MS       a photo, after MS milliseconds; 404 when there is none of that name
            /failing/STATUS?delay=MS    no photo but this HTTP status, 400 to 599
            /cut/NAME?delay=MS          half of a photo, then the connection is closed
            /silent                     no answer, ever
            """)

    @Option(help: "The port to listen on; 0: one that is free.")
    var port: UInt16 = 0

    @Flag(help: "Ends when standard input does: as soon as the program at its other end is gone.")
    var untilInputEnds = false

    func run() async throws {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), timeout: aDay, logger: .disabled)
        try await Routes().add(to: server)
        if untilInputEnds { endWithStandardInput() }
        let announcing = Task {
            try await server.waitUntilListening()
            await announce(server)
        }
        do {
            try await server.run()
        } catch let SocketError.failed(_, number, message) {
            let reason = number == EADDRINUSE ? "is taken by another program" : "cannot be listened on: \(message)"
            let words = "Port \(port) \(reason).\nName another one, or leave --port out: then a free one is found.\n"
            FileHandle.standardError.write(Data(words.utf8))
            announcing.cancel()
            throw ExitCode(2)
        }
    }

    /// An answer may take this long, in seconds: longer than any lab.
    private var aDay: Double { 86_400 }

    /// One line tells whoever started this process where to ask.
    private func announce(_ server: HTTPServer) async {
        guard case .ip4(let host, let port) = await server.listeningAddress else { return }
        print("Photos at http://\(host):\(port)/photos")
        fflush(nil)
    }

    /// A thread that reads until there is nothing more to read.
    private func endWithStandardInput() {
        Thread.detachNewThread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            Foundation.exit(0)
        }
    }
}
