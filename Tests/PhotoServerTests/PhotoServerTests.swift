import Words
import Foundation
import FoundationNetworking
import System
import TestSupport
import Testing
@testable import PhotoServer

@Suite struct PhotoServerTests {
    @Test("A photo arrives byte for byte, and no earlier than it was asked for")
    func photo() async throws {
        let server = try PhotoServer.start()
        let began = ContinuousClock.now
        let answer = try await Client().get(server.addresses.photo("rocket.png", after: .milliseconds(30)))
        #expect(began.duration(to: .now) >= .milliseconds(30))
        #expect(answer.status == 200)
        #expect(try answer.body == Data(contentsOf: Self.folder.appending(path: "rocket.png")))
    }

    @Test("The list names every photo that there is")
    func list() async throws {
        let server = try PhotoServer.start()
        let names = try JSONDecoder().decode([String].self, from: try await Client().get(server.addresses.list).body)
        #expect(names == ["camera.png", "chelsea.png", "clock-motion.png", "coffee.png", "rocket.png"])
        for name in names { #expect(try await Client().get(server.addresses.photo(name)).status == 200) }
    }

    @Test("An unknown name is answered with 404 and the names that there are")
    func unknown() async throws {
        let server = try PhotoServer.start()
        let answer = try await Client().get(server.addresses.photo("cofee ?%.png"))
        #expect(answer.status == 404)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("coffee.png"))
    }

    @Test("A failure is answered with the status that was asked for", arguments: [404, 500, 503])
    func failure(_ status: Int) async throws {
        let server = try PhotoServer.start()
        #expect(try await Client().get(server.addresses.failure(status)).status == status)
    }

    @Test("A connection that is cut gives the client an error, not half a photo")
    func cut() async throws {
        let server = try PhotoServer.start()
        await #expect(throws: URLError.self) { try await Client().get(server.addresses.cutPhoto("rocket.png")) }
    }

    @Test("Half a photo as a complete answer, and bytes that are not a photo, arrive without an error")
    func wrongContents() async throws {
        let server = try PhotoServer.start()
        let whole = try await Client().get(server.addresses.photo("camera.png")).body
        #expect(try await Client().get(server.addresses.truncatedPhoto("camera.png")).body == whole.prefix(whole.count / 2))
        #expect(try await Client().get(server.addresses.garbage()).body.count == 4096)
    }

    @Test("A photo that is shorter than its answer promises gives the client an error")
    func wrongLength() async throws {
        let server = try PhotoServer.start()
        await #expect(throws: URLError.self) { try await Client().get(server.addresses.photoOfWrongLength("camera.png")) }
    }

    @Test("A server that is killed while it is asked gives the client an error, and so does asking it afterwards")
    func killed() async throws {
        let server = try PhotoServer.start()
        let client = Client()
        let asked = client.start(server.addresses.silence)
        // Its answer proves that the server runs and takes requests while the other one waits.
        #expect(try await client.get(server.addresses.list).status == 200)
        server.stop()
        await #expect(throws: URLError.self) { try await asked.answer() }
        await #expect(throws: URLError.self) { try await client.get(server.addresses.list) }
    }

    @Test("A client that gets no answer gives up by its own time limit")
    func silence() async throws {
        let server = try PhotoServer.start()
        let error = await #expect(throws: URLError.self) { try await Client(timeout: 0.3).get(server.addresses.silence) }
        #expect(error?.code == .timedOut)
    }

    @Test("A port that is taken is named in the error, with what to do")
    func portTaken() throws {
        let first = try PhotoServer.start()
        let error = #expect(throws: ExplainedError.self) { try PhotoServer.start(port: first.addresses.port) }
        #expect(error?.code == .refused)
        #expect(error?.description.contains("Port \(first.addresses.port) is taken by another program.\nName another one") == true)
    }

    /// The ended server would stay in the list of processes for as long as this one runs.
    @Test("A server that could not start leaves no process behind")
    func noZombie() throws {
        let first = try PhotoServer.start()
        let before = Self.endedServers
        #expect(throws: ExplainedError.self) { try PhotoServer.start(port: first.addresses.port) }
        // (The server of another test can have ended just now. That test waits for it.)
        var left = Self.endedServers.subtracting(before)
        let deadline = ContinuousClock.now + .patience
        while !left.isEmpty, .now < deadline { left.formIntersection(Self.endedServers) }
        #expect(left.isEmpty)
    }

    /// The children of this process that have ended, but were not waited for.
    private static var endedServers: Set<String> {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return Set(
            processes.filter { process in
                guard let facts = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
                return facts.contains("(photo-server) Z \(getpid()) ")
            })
    }

    @Test("Its program says so itself, and exits with the code of wrong usage")
    func portTakenProgram() throws {
        let first = try PhotoServer.start()
        var process = try ChildProcess.spawn(try ServerProgram.path(), arguments: ["--port", String(first.addresses.port)])
        #expect(process.wait(killingAfter: .patience).ending == .exited(code: 2))
    }

    @Test("Two servers do not disturb each other")
    func two() async throws {
        let (one, other) = (try PhotoServer.start(), try PhotoServer.start())
        #expect(one.addresses.port != other.addresses.port)
        one.stop()
        #expect(try await Client().get(other.addresses.list).status == 200)
    }

    @Test("The server ends with the program that started it, because its input ends")
    func lifeline() throws {
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = .nothing
        var process = try ChildProcess.spawn(try ServerProgram.path(), arguments: ["--until-input-ends"], options: options)
        let end = process.wait(killingAfter: .patience)
        #expect(end.ending == .exited(code: 0) && !end.timedOut)
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Labs/PhotoServer/Server/Photos")
}
