/// 20-actor-reentrancy: several tasks ask for an image while the checks hold its download.
public enum ImageCacheRun {
    /// The bytes of an image. The checks put the number of its download there.
    public typealias Image = [UInt8]
    public typealias Download = @Sendable (_ name: String) async throws -> Image

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// Tasks that asked for one image while its download was held.
        public var callers = 3
        /// Downloads of that image that had begun then.
        public var downloads = 0
        /// Tasks whose call had returned before the download had ended.
        public var early = 0
        /// Whether a thread worked or woke up repeatedly although nothing had happened.
        public var isRestless = false
        /// Whether that download was cancelled because one more task, which waited for it, was cancelled.
        public var isCancelledByWaiter = false
        /// Whether the download of another image began while the first one was held, and whether its
        /// caller then got it.
        public var otherBegan = false, otherAnswered = false
        /// Tasks whose call had not returned after the downloads had ended.
        public var withoutAnswer = 0
        /// Tasks that got an error, or something else than the image that was downloaded.
        public var wrongAnswers = 0
        /// Downloads because of a later call, and whether that call got the same image.
        public var downloadsLater = 0, laterIsSame = false
        /// Tasks that asked for an image whose download failed; those of them whose calls did not
        /// return, and those that got the error of the download.
        public var failing = 2, failingWithoutAnswer = 0, gotError = 0
        /// Downloads because of a later call for that image, and whether that call got the image.
        public var downloadsAfterFailure = 0, laterSucceeds = false
    }

    struct NotFound: Error {}

    /// Runs the checks against an attempt and ends the process.
    public static func run(
        _ makeCache: @escaping @Sendable (_ download: @escaping Download) -> @Sendable (_ name: String) async throws -> Image
    ) -> Never {
        AttemptRun.direct { observe(makeCache) }
    }

    private static func observe(
        _ makeCache: (_ download: @escaping Download) -> @Sendable (_ name: String) async throws -> Image
    ) -> Observations {
        var seen = Observations()
        let server = HeldCalls<Image>()
        let ask = makeCache { try await server.call($0) }

        TraceMark.put(begins)
        let callers = (1...seen.callers).map { _ in ProbeTask { try await ask("dawn") } }
        seen.isRestless = !ThreadStates.comeToRest()
        seen.downloads = server.all.count { $0.name == "dawn" }
        seen.early = callers.count { $0.hasEnded }
        guard seen.downloads > 0 else { return seen }

        let leaver = ProbeTask { try await ask("dawn") }
        _ = ThreadStates.comeToRest()
        leaver.cancel()
        _ = ThreadStates.comeToRest()
        seen.isCancelledByWaiter = server.all.contains { $0.name == "dawn" && $0.isCancelled }

        let other = ProbeTask { try await ask("noon") }
        _ = ThreadStates.comeToRest()
        if let number = server.all.firstIndex(where: { $0.name == "noon" }) {
            seen.otherBegan = true
            server.end(number, with: .success([UInt8(number)]))
            seen.otherAnswered = other.wait()
        }
        TraceMark.put(ends)
        endAll(server, with: nil)
        seen.withoutAnswer = (callers + [other]).count { !$0.wait() }
        guard seen.withoutAnswer == 0 else { return seen }
        let answers = callers.map(\.value)
        seen.wrongAnswers = answers.count { $0 == nil || $0 == [] }

        let before = server.all.count
        let later = ProbeTask { try await ask("dawn") }
        endAll(server, with: nil)
        later.wait()
        seen.downloadsLater = server.all.count - before
        seen.laterIsSame = later.value.map { answers.contains($0) } ?? false

        let failing = (1...seen.failing).map { _ in ProbeTask { try await ask("dusk") } }
        endAll(server, with: NotFound())
        seen.failingWithoutAnswer = failing.count { !$0.wait() }
        seen.gotError = failing.count { $0.error is NotFound }
        guard seen.failingWithoutAnswer == 0 else { return seen }
        let failed = server.all.count
        let again = ProbeTask { try await ask("dusk") }
        endAll(server, with: nil)
        again.wait()
        seen.downloadsAfterFailure = server.all.count - failed
        seen.laterSucceeds = again.value.map { !$0.isEmpty } ?? false
        return seen
    }

    /// The marks around the time in which a download is held.
    public static let begins = "downloads are held", ends = "downloads end"

    /// Lets all downloads end, also those that begin because of that.
    private static func endAll(_ server: HeldCalls<Image>, with error: NotFound?) {
        for _ in 1...8 {
            _ = ThreadStates.comeToRest()
            let held = server.held
            if held.isEmpty { return }
            for number in held {
                let image: Result<Image, any Error> = error.map { .failure($0) } ?? .success([UInt8(number + 1)])
                server.end(number, with: image)
            }
        }
    }
}
