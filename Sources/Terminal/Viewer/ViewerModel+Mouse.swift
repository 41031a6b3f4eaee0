import Narration
import Timeline
import Trace

/// Where the parts of a frame are on the screen.
struct FramePlaces: Sendable {
    /// A picture: its axis, and its lanes from one of their rows on.
    struct Picture: Sendable {
        /// Which of the runs that are shown.
        var place: Int
        var pane: TimelinePane
        var axis: Range<Int>
        var lanes: Range<Int>
        var firstLaneRow: Int
    }
    var pictures: [Picture] = []
    /// The sentence of each row of the log.
    var log: [Int: Int] = [:]
    /// Rows of text in an overlay.
    var overlayRows = 8
}

extension ViewerModel {
    /// A click picks what is under it; the wheel scrolls, zooms, or steps, depending on what is under it.
    mutating func take(_ event: MouseEvent) {
        let picture = places.pictures.first { $0.axis.contains(event.row) || $0.lanes.contains(event.row) }
        if let picture { focus = picture.place }
        if event.action == .click {
            if let step = places.log[event.row] { return go(to: step) }
            if let picture { pick(event, in: picture) }
            return
        }
        let isUp = event.action == .wheelUp
        if places.log[event.row] != nil { return step(by: isUp ? -1 : 1) }
        if let picture, picture.axis.contains(event.row) { return zoom(in: isUp, around: moment(of: .mouse(event))) }
        scroll(by: isUp ? -3 : 3)
    }

    /// The moment under the mouse; nil for a key of the keyboard, or if the mouse is at no picture. The picture's run becomes the current one.
    mutating func moment(of key: Key) -> Int64? {
        guard case .mouse(let event) = key,
            let picture = places.pictures.first(where: { $0.axis.contains(event.row) || $0.lanes.contains(event.row) })
        else { return nil }
        focus = picture.place
        return picture.pane.moments(ofColumn: event.column).map { $0.lowerBound - runs[current].drawing.layout.start }
    }

    /// To the event where the item under the mouse began, else to the lane's last event up to that moment.
    private mutating func pick(_ event: MouseEvent, in picture: FramePlaces.Picture) {
        guard let moments = picture.pane.moments(ofColumn: event.column), runs[current].log.count > 0 else { return }
        let row = event.row - picture.lanes.lowerBound + picture.firstLaneRow
        if picture.lanes.contains(event.row), let item = picture.pane.item(row: row, column: event.column),
            let step = runs[current].step(ofBeginOf: item)
        {
            return go(to: step)
        }
        let last = runs[current].log.index(at: moments.upperBound - 1)
        let lane = picture.lanes.contains(event.row) ? picture.pane.lane(ofRow: row) : nil
        go(to: lane.flatMap { runs[current].lastStep(of: $0, upTo: last) } ?? last)
        if picture.axis.contains(event.row) { followsSelection = false }
    }
}

extension RunModel {
    /// The most sentences that a click looks at.
    private static let mostSteps = 2_000

    /// The sentence with which an item begins.
    func step(ofBeginOf item: Int) -> Int? {
        guard let began = trace.items[item].began else { return nil }
        let last = log.index(at: began)
        return (Swift.max(0, last - Self.mostSteps)...last).last { log.time(of: $0) == began && self.item(ofStep: $0) == item }
    }

    /// The last sentence up to one that a lane shows.
    func lastStep(of lane: Layout.Lane.Subject, upTo last: Int) -> Int? {
        let shown = Set([lane])
        return (Swift.max(0, last - Self.mostSteps)...last).last { laneOfEvent(ofStep: $0, among: shown) == lane }
    }
}
