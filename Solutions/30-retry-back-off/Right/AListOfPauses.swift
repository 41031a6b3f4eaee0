// The pauses are a list. The last attempt has none.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Request = @Sendable () async throws -> String
struct Overloaded: Error { var message: String }

func load(attempts: Int, sleep: @escaping Sleep, request: @escaping Request) async throws -> String {
    let seconds = (0..<attempts).map { $0 < 5 ? 1 << $0 : 30 }
    var last = Overloaded(message: "")
    for (index, pause) in seconds.enumerated() {
        try Task.checkCancellation()
        let result: Result<String, any Error>
        do { result = .success(try await request()) } catch { result = .failure(error) }
        switch result {
        case .success(let answer): return answer
        case .failure(let error as Overloaded): last = error
        case .failure(let error): throw error
        }
        if index < attempts - 1 { try await sleep(.seconds(pause)) }
    }
    try Task.checkCancellation()
    throw last
}
