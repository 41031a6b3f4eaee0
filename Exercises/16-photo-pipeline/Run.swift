import Foundation
import Synchronization

/// 16-photo-pipeline: the checks scroll, and hold downloads and filters until they know what else
/// begins.
public enum PhotoPipelineRun {
    /// Creates the attempt's list. The result tells it the visible rows.
    public typealias Make = (
        _ download: @escaping (Int) -> String, _ filter: @escaping (String) -> String, _ show: @escaping (Int, String) -> Void
    ) -> (Range<Int>) -> Void

    /// The observations.
    public struct Observations: Codable, Sendable {
        /// The calls of `visibleRowsChanged` that did not return: the state of the first one.
        public var call = ProbeThread.Standing.returned
        /// The steps of the checks that were reached.
        public var stages: [String] = []
        /// Visible rows that were never shown, and the stage.
        public var neverShown: [Int] = []
        public var stageWithoutShow: String?
        /// The downloads, filters and showings of each row, in all.
        public var downloads: [Int: Int] = [:]
        public var filters: [Int: Int] = [:]
        public var showings: [Int: Int] = [:]
        /// Photos that were shown and are not the result of the two steps.
        public var wrongPhotos: [String] = []
        public var showsOffMain = 0
        /// The most downloads and filters at the same time.
        public var downloadsTogether = 0
        public var filtersTogether = 0
        /// After the first two rows had left: whether the queued one was downloaded, and whether the
        /// one whose download ran was filtered or shown.
        public var queuedBegan = false
        public var leftWasFiltered = false
        public var leftWasShown = false
        /// A row that was still visible after a change, or that was shown: whether it was started again.
        public var inProgressAgain = false
        public var shownAgain = false
        /// Whether a row that was shown, left and came back was started again.
        public var shownIsStartedOnReturn = false
        /// Whether the next download began while a filter was running.
        public var downloadBesideFilter = false
        /// A row that left during its filter was shown.
        public var shownAfterFilter = false
        /// A row whose result was in the main queue when the row left: filtered or shown.
        public var staleFiltered = false
        public var staleShown = false
        /// A row that left and came back during its download: how often it was shown.
        public var showingsOfReturned = 0
    }

    public static let scrolling = "scroll", overlapping = "overlap", returning = "return", besides = "filter and download"
    public static let late = "late result", quickReturn = "quick return"

    /// Runs the checks against an attempt and ends the process.
    public static func run(_ make: @escaping Make) -> Never {
        AttemptRun.begin()
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        let desk = PhotoDesk { DispatchQueue.getSpecific(key: mark) ?? false }
        let visibleRowsChanged = Attempt(make(desk.download, desk.filter, desk.show))
        Thread.detachNewThread {
            Thread.current.name = "user"
            AttemptRun.end(PhotoReader(visibleRowsChanged, desk).read())
        }
        RunLoop.main.run()
        fatalError("The main run loop has ended, although the main queue is there.")
    }
}

/// The two slow steps and the screen, as the checks see them.
private final class PhotoDesk: Sendable {
    struct Course {
        var downloads: [Int] = []
        var filters: [String] = []
        var shows: [(row: Int, photo: String)] = []
        var downloading = 0
        var filtering = 0
        var mostDownloading = 0
        var mostFiltering = 0
        var showsOffMain = 0
    }

    let course = Mutex(Course())
    let downloadBegan = CountingEvent(), filterBegan = CountingEvent(), shown = CountingEvent()
    /// Downloads and filters go on in the order in which they began.
    let mayDownload = Turnstile(), mayFilter = Turnstile()
    private let isMain: Attempt<() -> Bool>

    init(isMain: @escaping () -> Bool) { self.isMain = Attempt(isMain) }

    var download: (Int) -> String {
        { [self] row in
            let number = course.withLock {
                $0.downloads.append(row)
                $0.downloading += 1
                $0.mostDownloading = max($0.mostDownloading, $0.downloading)
                return $0.downloads.count
            }
            TraceMark.put("download of row \(row)")
            downloadBegan.happen()
            mayDownload.pass(number)
            course.withLock { $0.downloading -= 1 }
            return "photo \(row)"
        }
    }

    var filter: (String) -> String {
        { [self] photo in
            let number = course.withLock {
                $0.filters.append(photo)
                $0.filtering += 1
                $0.mostFiltering = max($0.mostFiltering, $0.filtering)
                return $0.filters.count
            }
            TraceMark.put("filter of \(photo)")
            filterBegan.happen()
            mayFilter.pass(number)
            course.withLock { $0.filtering -= 1 }
            return "filtered \(photo)"
        }
    }

    var show: (Int, String) -> Void {
        { [self] row, photo in
            let isOff = !isMain.code()
            course.withLock {
                $0.shows.append((row, photo))
                if isOff { $0.showsOffMain += 1 }
            }
            TraceMark.put("row \(row) is shown")
            shown.happen()
        }
    }

    var downloads: [Int] { course.withLock { $0.downloads } }
    var filters: [String] { course.withLock { $0.filters } }
    func showings(_ row: Int) -> Int { course.withLock { $0.shows.count { $0.row == row } } }
}

/// A user who scrolls: the steps of the checks, on a thread of their own.
private final class PhotoReader {
    private let visibleRowsChanged: Attempt<(Range<Int>) -> Void>
    private let desk: PhotoDesk
    private var seen = PhotoPipelineRun.Observations()

    init(_ visibleRowsChanged: Attempt<(Range<Int>) -> Void>, _ desk: PhotoDesk) {
        self.visibleRowsChanged = visibleRowsChanged
        self.desk = desk
    }

    func read() -> PhotoPipelineRun.Observations {
        for (name, stage) in [
            (PhotoPipelineRun.scrolling, scroll), (PhotoPipelineRun.overlapping, overlap), (PhotoPipelineRun.returning, comeBack),
            (PhotoPipelineRun.besides, filterAndDownload), (PhotoPipelineRun.late, leaveBeforeTheResult),
            (PhotoPipelineRun.quickReturn, returnQuickly),
        ] where seen.neverShown.isEmpty && seen.call == .returned {
            TraceMark.put(name)
            seen.stages.append(name)
            stage()
            if !seen.neverShown.isEmpty { seen.stageWithoutShow = name }
        }
        desk.course.withLock { course in
            for row in course.downloads { seen.downloads[row, default: 0] += 1 }
            for photo in course.filters { seen.filters[Int(photo.split(separator: " ").last ?? "") ?? -1, default: 0] += 1 }
            for (row, photo) in course.shows {
                seen.showings[row, default: 0] += 1
                if photo != "filtered photo \(row)" { seen.wrongPhotos.append(photo) }
            }
            seen.showsOffMain = course.showsOffMain
            seen.downloadsTogether = course.mostDownloading
            seen.filtersTogether = course.mostFiltering
        }
        return seen
    }

    // MARK: stages

    /// Two rows, of which one is being downloaded. Then the user scrolls to two other rows.
    private func scroll() {
        show(0..<2)
        desk.downloadBegan.wait(patience: ProbeThread.patience)
        rest()
        show(2..<4)
        rest()
        let running = desk.downloads
        letDownloads(running.count)
        desk.downloadBegan.wait(times: running.count + 1, patience: ProbeThread.patience)
        rest()
        let late = Set(0..<2).subtracting(running)
        seen.leftWasFiltered = desk.filters.contains { $0 == "photo 0" || $0 == "photo 1" }
        letAll()
        waitUntilShown(2..<4)
        seen.queuedBegan = desk.downloads.contains { late.contains($0) }
        seen.leftWasFiltered = seen.leftWasFiltered || desk.filters.contains { $0 == "photo 0" || $0 == "photo 1" }
        seen.leftWasShown = desk.showings(0) + desk.showings(1) > 0
    }

    /// A row stays visible while the user scrolls, and two rows were shown before.
    private func overlap() {
        holdAll()
        let before = desk.downloads
        show(2..<5)
        desk.downloadBegan.wait(times: before.count + 1, patience: ProbeThread.patience)
        rest()
        show(3..<6)
        rest()
        letAll()
        waitUntilShown(4..<6)
        let new = desk.downloads.dropFirst(before.count)
        seen.shownAgain = new.contains { $0 < 4 }
        seen.inProgressAgain = new.count { $0 == 4 } > 1 || new.count { $0 == 5 } > 1
    }

    /// The first two rows come back, and another one that was shown before it left.
    private func comeBack() {
        guard !seen.leftWasShown else { return }
        let before = desk.downloads.count
        show(0..<3)
        waitUntilShown(0..<2)
        seen.shownIsStartedOnReturn = desk.downloads.dropFirst(before).contains(2)
    }

    /// Two rows: one is being filtered. Then the user scrolls away.
    private func filterAndDownload() {
        holdAll()
        let downloads = desk.downloads.count, filters = desk.filters.count
        show(6..<8)
        desk.downloadBegan.wait(times: downloads + 1, patience: ProbeThread.patience)
        letDownloads(1)
        let filterBegan = desk.filterBegan.wait(times: filters + 1, patience: ProbeThread.patience)
        seen.downloadBesideFilter = desk.downloadBegan.wait(times: downloads + 2, patience: ProbeThread.patience) && filterBegan
        rest()
        show(8..<9)
        rest()
        letAll()
        waitUntilShown(8..<9)
        seen.shownAfterFilter = desk.showings(6) + desk.showings(7) > 0
    }

    /// A download ends while the main thread is busy. The row leaves before the main thread gets the
    /// result.
    private func leaveBeforeTheResult() {
        holdAll()
        let downloads = desk.downloads.count
        show(9..<10)
        desk.downloadBegan.wait(times: downloads + 1, patience: ProbeThread.patience)
        rest()
        let mainIsBusy = CountingEvent(), mayScroll = CountingEvent()
        let call = visibleRowsChanged
        DispatchQueue.main.async {
            mainIsBusy.happen()
            mayScroll.wait()
            call.code(10..<11)
        }
        mainIsBusy.wait()
        letDownloads(1)
        rest()
        // A filter that begins without the main thread begins before the row leaves.
        let isFilteredBefore = desk.filters.contains("photo 9")
        mayScroll.happen()
        rest()
        letAll()
        waitUntilShown(10..<11)
        seen.staleFiltered = !isFilteredBefore && desk.filters.contains("photo 9")
        seen.staleShown = desk.showings(9) > 0
    }

    /// A row leaves during its download, and comes back before the download has ended.
    private func returnQuickly() {
        holdAll()
        let downloads = desk.downloads.count
        show(11..<12)
        desk.downloadBegan.wait(times: downloads + 1, patience: ProbeThread.patience)
        rest()
        show(12..<13)
        show(11..<12)
        rest()
        letAll()
        waitUntilShown(11..<12)
        seen.showingsOfReturned = desk.showings(11)
    }

    // MARK: what the user does

    private func show(_ rows: Range<Int>) {
        guard seen.call == .returned else { return }
        let main = Attempt(MainCall())
        let call = visibleRowsChanged
        DispatchQueue.main.async {
            main.code.begin()
            TraceMark.put("rows \(rows.lowerBound) to \(rows.upperBound - 1) are visible")
            call.code(rows)
            main.code.end()
        }
        seen.call = main.code.standing()
    }

    private func rest() { _ = ThreadStates.comeToRest() }

    /// Lets so many downloads go on that wait.
    private func letDownloads(_ count: Int) { desk.mayDownload.open(for: count) }

    /// Lets all steps go on, also those that begin later.
    private func letAll() {
        desk.mayDownload.open()
        desk.mayFilter.open()
    }

    /// Downloads and filters that begin from now on are held.
    private func holdAll() {
        desk.mayDownload.close(after: desk.downloads.count)
        desk.mayFilter.close(after: desk.filters.count)
    }

    private func waitUntilShown(_ rows: Range<Int>) {
        while seen.call == .returned {
            let times = desk.shown.times
            if rows.allSatisfy({ desk.showings($0) > 0 }) { break }
            if !desk.shown.wait(times: times + 1, patience: ProbeThread.patience) {
                seen.neverShown = rows.filter { desk.showings($0) == 0 }
                break
            }
        }
        rest()
    }
}

/// A call on the main thread.
private final class MainCall: Sendable {
    private let thread = Mutex<ProbeThread?>(nil)
    private let begun = CountingEvent()

    func begin() {
        thread.withLock { $0 = ProbeThread() }
        begun.happen()
    }

    func end() { thread.withLock { $0 }?.hasReturned() }

    /// Whether the call has returned, or is blocked.
    func standing() -> ProbeThread.Standing {
        guard begun.wait(patience: ProbeThread.patience), let thread = thread.withLock({ $0 }) else { return .asleep }
        return thread.settle()
    }
}

/// A gate that lets through those with the first numbers.
private final class Turnstile: @unchecked Sendable {  // `last` is used only while holding the condition's lock.
    private let condition = NSCondition()
    private var last = 0

    /// Waits until the gate is open for this number: 1, 2, …
    func pass(_ number: Int) {
        condition.lock()
        while number > last { condition.wait() }
        condition.unlock()
    }

    func open(for count: Int) { change { $0 += count } }
    func open() { change { $0 = .max } }
    func close(after number: Int) { change { $0 = number } }

    private func change(_ body: (inout Int) -> Void) {
        condition.lock()
        body(&last)
        condition.broadcast()
        condition.unlock()
    }
}
