import Foundation
import LabKit
import NetworkScenario
import PhotoServer

struct NetworkParameters: LabParameters {
    @Option(help: "Photos of the page (9 to 24; default: 9).", transform: within(9...24))
    var photos = 9

    @Option(help: "Requests at the same time (1 to 4; default: 3).", transform: within(1...4))
    var limit = 3

    @Option(
        help: ArgumentHelp("Milliseconds until the server answers (1 to 200; default: 20).", valueName: "ms"), transform: within(1...200))
    var latency = 20

    @Option(
        help: ArgumentHelp("Seconds until a server that sends nothing has failed (1 to 5; default: 1).", valueName: "s"),
        transform: within(1...5))
    var patience = 1
}

extension Setting<NetworkParameters> {
    /// The server answers these requests.
    private func photos(_ count: Int, _ server: PhotoAddresses) -> [URL] {
        let names = ["rocket.png", "coffee.png", "camera.png", "clock-motion.png", "chelsea.png"]
        return (0..<count).map { server.photo(names[$0 % names.count], after: .milliseconds(parameters.latency)) }
    }

    /// - Parameter silent: the photos, counted from 0, whose server never answers.
    func addresses(silent: Range<Int>) throws -> [URL] {
        let server = try PhotoServer.addressesInScenario()
        return photos(parameters.photos, server).enumerated().map { silent.contains($0) ? server.silence : $1 }
    }

    /// A misspelled name, and photos.
    func addressesOfGallery() throws -> [URL] {
        let server = try PhotoServer.addressesInScenario()
        return [server.photo("cofee.png")] + photos(parameters.photos - 1, server)
    }

    /// A server with each fault, and photos. The first one comes late.
    func faultyAddresses() throws -> [URL] {
        let server = try PhotoServer.addressesInScenario()
        return [
            server.photo("rocket.png", after: .milliseconds(400)), server.silence, server.photo("cofee.png"), server.failure(500),
            server.cutPhoto("camera.png"), server.photoOfWrongLength("chelsea.png"), server.truncatedPhoto("camera.png"), server.garbage(),
        ] + photos(parameters.photos - 7, server)
    }

    /// The user stays until every request has ended.
    func visit(_ addresses: [URL]) -> Visit { Visit(addresses, patience: parameters.patience) }

    /// The first photos arrive. The server never answers the other requests. When as many of them are under way as the queue allows, the
    /// user leaves.
    func shortVisit(width: Int? = nil, patience: Int? = nil) throws -> Visit {
        let answered = parameters.limit, underWay = width ?? parameters.limit
        return Visit(
            try addresses(silent: answered..<parameters.photos), patience: patience ?? parameters.patience,
            leavesAfter: (results: answered, begun: answered + underWay))
    }

    /// The same with fewer photos: only as many are queued as can begin at the same time. Each of them lasts until its time limit.
    func shortVisitOfFewPhotos() throws -> Visit {
        var visit = try shortVisit()
        visit.addresses = Array(visit.addresses.prefix(3 * parameters.limit))
        return visit
    }

    /// So long that no request of the lab ends for this reason, as in most apps: the user leaves before.
    var longPatience: Int { 30 }
}

let lab = Lab<NetworkParameters>(
    name: "lab-network",
    title: "Network requests: blocked threads, cancellation, and a limit",
    about: """
        A page of an app shows photos from a real web server on this machine. Some servers are slow, and some never answer. A user who
        waits too long leaves the page, and the app has no use for the other photos. Nine variants load the page. Five of them contain a
        bug.
        """,
    next: [
        "`swift run lab-network --variant cancel --step` tells event by event what happens after the user leaves.",
        "`swift run lab-network --variant faults` prints a message for each photo that does not arrive.",
        "`swift run lab-network --variant operations --photos 24 --limit 4`: find the limit on the timeline.",
    ],
    prepare: { _ in try PhotoServer.startForScenarios() },
    variants: [
        Variant(
            "serial", "synchronous requests in blocks, on a serial queue", prediction: .serial, explored: .brings(.none),
            run: { setting in try setting.visit(setting.addresses(silent: 0..<1)).run { SerialQueueLoader($0, $1) } },
            claims: serialClaims),
        Variant(
            "concurrent", "synchronous requests in blocks, on a concurrent queue", prediction: .concurrent,
            explored: .brings(.assertion), timeLimit: .seconds(20),
            run: { setting in
                try setting.visit(Array(setting.addresses(silent: 0..<2).prefix(4))).run {
                    ConcurrentQueueLoader($0, $1, meeting: Meeting(of: 2))
                }
            },
            claims: concurrentClaims),
        Variant(
            "work-items", "the same in work items, which the app cancels", prediction: .workItems, explored: .brings(.assertion),
            run: { setting in
                let silent = try setting.addresses(silent: 1..<setting.photos)
                return Visit(silent, patience: setting.patience, leavesAfter: (results: 1, begun: 2)).run { WorkItemLoader($0, $1) }
            }, claims: workItemClaims),
        Variant(
            "unbounded", "asynchronous operations, and a queue without a limit", prediction: .unbounded, explored: .brings(.assertion),
            run: { setting in
                try setting.shortVisit(width: setting.photos - setting.limit, patience: setting.longPatience)
                    .run { .unbounded($0, $1) as OperationLoader }
            }, claims: unboundedClaims),
        Variant(
            "operations", "asynchronous operations, a queue with a limit, and progress", prediction: .operations,
            explored: .brings(.none), fixes: ["serial", "concurrent", "unbounded"],
            run: { setting in
                try setting.visit(setting.addressesOfGallery()).run { .bounded($0, $1, width: setting.limit) as OperationLoader }
            }, claims: operationsClaims),
        Variant(
            "cancel", "the user leaves, and the app cancels the operations", prediction: .cancel, explored: .brings(.none),
            fixes: ["work-items", "unchecked"],
            run: { setting in
                try setting.shortVisit(patience: setting.longPatience).run { .bounded($0, $1, width: setting.limit) as OperationLoader }
            }, claims: cancelClaims),
        Variant(
            "unchecked", "cancel() ends a running request, but start() does not look", prediction: .unchecked,
            explored: .brings(.assertion),
            run: { setting in
                try setting.shortVisitOfFewPhotos().run { .unchecked($0, $1, width: setting.limit) as OperationLoader }
            }, claims: uncheckedClaims),
        Variant(
            "faults", "each fault of a server, and a message for each", prediction: .faults,
            explored: .isNotExplored(because: "its faults come from a real server"),
            run: { setting in
                let seen = try setting.visit(setting.faultyAddresses()).run { .bounded($0, $1, width: setting.limit) as OperationLoader }
                print(seen.page)
                return seen
            }, claims: faultClaims),
        Variant(
            "task-group", "Swift's own way: a task group with a limit, and its task is cancelled", prediction: .taskGroup,
            explored: .brings(.none), fixes: ["work-items", "unbounded"], lanes: .tasks,
            runAsynchronously: { setting in
                try await setting.shortVisit(patience: setting.longPatience).runWithTasks(width: setting.limit)
            }, claims: taskGroupClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Visit.swift", "Meeting.swift"])

lab.main()
