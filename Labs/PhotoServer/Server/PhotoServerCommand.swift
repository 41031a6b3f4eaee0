import ArgumentParser
import FlyingFox
import FlyingSocks
import Foundation

/// A web server for the labs. It serves photos, and fails in the way that the address asks for.
/// Only this machine can reach it.
@main
struct PhotoServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo-server", abstract: "Serves photos to this machine: late, incomplete or never, depending on the address.",
        discussion: """
            /photos                     the names of the photos, a JSON array
            /photos/NAME?delay=MS       a photo, after MS milliseconds; 404 if there is no photo of that name
            /failing/STATUS?delay=MS    this HTTP status, 400 to 599, and no photo
            /cut/NAME?delay=MS          half of a photo, then the connection is closed
            /silent                     no answer, ever
            /table?rows=N&delay=MS&fault=KIND
                                        a table of N photos, a JSON array: names, and addresses with that delay;
                                        every seventh address is misspelled; with a fault, every fifth one has it
            /truncated/NAME             half of a photo, as a complete answer
            /wrong-length/NAME          a photo that is shorter than the answer's header says
            /garbage                    random bytes that claim to be a photo
            /absurd                     a PNG file that claims to have 30,000 x 30,000 pixels
            /huge                       50 megabytes that claim to be a photo
            /redirect                   a redirection to the same address
            """)

    @Option(help: "The port to listen on; 0 means any free port.")
    var port: UInt16 = 0

    @Flag(help: "End when standard input ends, because the program at its other end has ended.")
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
            let reason = number == EADDRINUSE ? "is taken by another program" : "cannot be used: \(message)"
            let words = "Port \(port) \(reason).\nName another one, or leave out --port to get a free port.\n"
            FileHandle.standardError.write(Data(words.utf8))
            announcing.cancel()
            throw ExitCode(2)
        }
    }

    /// The time limit for an answer, in seconds: longer than any lab.
    private var aDay: Double { 86_400 }

    /// Prints one line with the address, for the process that started this one.
    private func announce(_ server: HTTPServer) async {
        guard case .ip4(let host, let port) = await server.listeningAddress else { return }
        print("Photos at http://\(host):\(port)/photos")
        fflush(nil)
    }

    /// A thread that reads until the end of standard input.
    private func endWithStandardInput() {
        Thread.detachNewThread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            Foundation.exit(0)
        }
    }
}
