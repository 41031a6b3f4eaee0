/// 21-task-group-limit: the checks hold each download, and decide when it ends.
public enum TaskGroupLimitRun {
    /// The bytes of a photo. The checks put its index there.
    public typealias Photo = [UInt8]
    public typealias Download = @Sendable (_ name: String) async throws -> Photo
    /// The attempt.
    public typealias DownloadAll = @Sendable (_ names: [String], _ limit: Int, _ download: @escaping Download) async throws -> [Photo]

    /// The observations.
    public struct Observations: Codable, Sendable {
        public var names = 7, limit = 3
        /// Downloads that ran before the first one ended.
        public var atStart = 0
        /// The largest number of downloads that ran at the same time.
        public var most = 0
        /// Downloads that began when one had ended, while the others were held.
        public var afterOneEnd = 0
        /// Whether a thread worked or woke up repeatedly although nothing had happened.
        public var isRestless = false
        /// All downloads that began.
        public var begun = 0
        /// Whether the downloads began in the order of the names.
        public var beganInOrder = true
        public var returned = false
        public var threwError = false
        /// The indices of the returned photos, and of the downloads in the order of their ends.
        public var photos: [Int] = [], ends: [Int] = []
        /// With fewer names than the limit, and with none: whether the result was right; nil if that
        /// was not tried.
        public var fewNames: Bool?, noNames: Bool?
        /// The same with one name twice.
        public var equalNames: Bool?
        /// One download failed: the other downloads that were held then, those of them that were
        /// cancelled, and the downloads that began after that.
        public var heldAtError = 0, cancelledByError = 0, begunAfterError = 0
        /// How the call ended then.
        public var throwsTheError = false, throwsAnotherError = false, returnsAfterError = false
        /// The task of the call was cancelled: the downloads that were held then, and those of them
        /// that were cancelled.
        public var heldAtCancel = 0, cancelledWithCaller = 0
    }

    struct NotFound: Error {}

    /// The marks before each part of the checks; the first ones can be left out.
    public static let manyBegin = "seven names", allWait = "all wait"
    public static let fewBegin = "few names", noneBegin = "no names", equalBegin = "equal names"
    public static let errorBegins = "an error", cancelBegins = "a cancellation"

    /// The parts of the checks, in their order.
    public static let parts = [manyBegin, fewBegin, noneBegin, equalBegin, errorBegins, cancelBegins]

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ downloadAll: @escaping DownloadAll) -> Never {
        AttemptRun.direct { observe(downloadAll) }
    }

    private static func observe(_ downloadAll: @escaping DownloadAll) -> Observations {
        var seen = Observations()
        let leftOut = AttemptRun.leftOutParts
        let names = (0..<seen.names).map(String.init), limit = seen.limit
        if !leftOut.contains(manyBegin) { many(downloadAll, names, &seen) }
        guard seen.begun > 0 || leftOut.contains(manyBegin) else { return seen }
        if !leftOut.contains(fewBegin) { seen.fewNames = isRight(downloadAll, ["0", "1"], fewBegin) }
        if !leftOut.contains(noneBegin) { seen.noNames = isRight(downloadAll, [], noneBegin) }
        if !leftOut.contains(equalBegin) { seen.equalNames = isRight(downloadAll, ["0", "0"], equalBegin) }
        if !leftOut.contains(errorBegins) { failing(downloadAll, names, &seen) }
        guard !leftOut.contains(cancelBegins) else { return seen }

        TraceMark.put(cancelBegins)
        let server = HeldCalls<Photo>()
        let call = ProbeTask { try await downloadAll(names, limit) { try await server.call($0) } }
        _ = ThreadStates.comeToRest()
        let held = server.held
        seen.heldAtCancel = held.count
        call.cancel()
        _ = ThreadStates.comeToRest()
        let calls = server.all
        seen.cancelledWithCaller = held.count { calls[$0].isCancelled }
        endAll(server)
        return seen
    }

    /// Each download is held. They end in another order than they began.
    private static func many(_ downloadAll: @escaping DownloadAll, _ names: [String], _ seen: inout Observations) {
        let server = HeldCalls<Photo>(), limit = seen.limit
        TraceMark.put(manyBegin)
        let call = ProbeTask { try await downloadAll(names, limit) { try await server.call($0) } }
        seen.isRestless = !ThreadStates.comeToRest()
        TraceMark.put(allWait)
        let first = server.all
        seen.atStart = first.count
        if let number = held(server, named: "1") {
            end(number, server, &seen)
            _ = ThreadStates.comeToRest()
            seen.afterOneEnd = server.all.count - first.count
        }
        for _ in 0..<2 * names.count {
            guard let last = held(server) else { break }
            end(last, server, &seen)
            _ = ThreadStates.comeToRest()
        }
        seen.returned = call.wait()
        seen.threwError = call.error != nil
        seen.begun = server.all.count
        seen.most = server.mostHeld
        let started = server.all.compactMap { Int($0.name) }
        // Downloads that begin at the same time have no order.
        seen.beganInOrder =
            Set(started.prefix(seen.atStart)) == Set(0..<seen.atStart)
            && started.dropFirst(seen.atStart).elementsEqual(started.dropFirst(seen.atStart).sorted())
        seen.photos = call.value?.map { $0.first.map(Int.init) ?? -1 } ?? []
    }

    /// The held download with this name; else the one with the greatest name. (The downloads of
    /// several tasks begin in any order.)
    private static func held(_ server: HeldCalls<Photo>, named name: String? = nil) -> Int? {
        let held = server.held, calls = server.all
        return held.first { calls[$0].name == name } ?? held.max { calls[$0].name < calls[$1].name }
    }

    private static func end(_ number: Int, _ server: HeldCalls<Photo>, _ seen: inout Observations) {
        let name = server.all[number].name
        seen.ends.append(Int(name) ?? -1)
        server.end(number, with: .success([UInt8(name) ?? 255]))
    }

    /// Whether a call with at most two names returns their photos, in any order: that is checked
    /// with more names.
    private static func isRight(_ downloadAll: @escaping DownloadAll, _ names: [String], _ mark: String) -> Bool {
        TraceMark.put(mark)
        let server = HeldCalls<Photo>()
        let call = ProbeTask { try await downloadAll(names, 5) { try await server.call($0) } }
        endAll(server)
        guard call.wait(), let photos = call.value, photos.count == names.count else { return false }
        return Set(photos) == Set(names.map { [UInt8($0) ?? 255] })
    }

    /// The second download fails. The others end only after that: one as if it had not noticed the
    /// cancellation.
    private static func failing(_ downloadAll: @escaping DownloadAll, _ names: [String], _ seen: inout Observations) {
        TraceMark.put(errorBegins)
        let server = HeldCalls<Photo>(), limit = seen.limit
        let call = ProbeTask { try await downloadAll(names, limit) { try await server.call($0) } }
        _ = ThreadStates.comeToRest()
        let held = server.held, begun = server.all.count
        guard let failing = Self.held(server, named: "1") else { return }
        server.end(failing, with: .failure(NotFound()))
        _ = ThreadStates.comeToRest()
        let calls = server.all
        let others = held.filter { $0 != failing }
        seen.heldAtError = others.count
        seen.cancelledByError = others.count { calls[$0].isCancelled }
        if let first = others.first { server.end(first, with: .success([])) }
        endAll(server)
        // A download can begin just before the others are cancelled. Then it is cancelled with them.
        seen.begunAfterError = server.all.dropFirst(begun).count { $0.beganCancelled || !$0.isCancelled }
        guard call.wait() else { return }
        seen.throwsTheError = call.error is NotFound
        seen.throwsAnotherError = call.error != nil && !seen.throwsTheError
        seen.returnsAfterError = call.value != nil
    }

    /// Lets all downloads end, also those that begin because of that. A download that was cancelled
    /// throws an error.
    private static func endAll(_ server: HeldCalls<Photo>) {
        for _ in 1...16 {
            _ = ThreadStates.comeToRest()
            let held = server.held, calls = server.all
            if held.isEmpty { return }
            for number in held {
                server.end(
                    number, with: calls[number].isCancelled ? .failure(CancellationError()) : .success([UInt8(calls[number].name) ?? 255]))
            }
        }
    }
}
