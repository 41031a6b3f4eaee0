import Foundation

/// Downloads a photo. The server takes some time to answer.
final class ImageDownloader: Operation, @unchecked Sendable {  // Its properties are constants.
    private let record: PhotoRecord
    private let diary: Diary
    private let latency: TimeInterval
    private let meeting: Meeting?

    init(_ record: PhotoRecord, _ diary: Diary, latency: TimeInterval, meeting: Meeting? = nil) {
        self.record = record
        self.diary = diary
        self.latency = latency
        self.meeting = meeting
        super.init()
        name = "download \(record.name)"
    }

    override func main() {
        if isCancelled { return }
        Thread.sleep(forTimeInterval: latency)
        meeting?.meet()
        if isCancelled { return }
        record.change(to: .downloaded, image: record.name)
        diary.note("downloaded \(record.name)")
    }
}

/// Colors the image of a photo brown. It expects that the image is there.
final class ImageFiltration: Operation, @unchecked Sendable {  // Its properties are constants.
    private let record: PhotoRecord
    private let diary: Diary
    private let meeting: Meeting?

    init(_ record: PhotoRecord, _ diary: Diary, meeting: Meeting? = nil) {
        self.record = record
        self.diary = diary
        self.meeting = meeting
        super.init()
        name = "filter \(record.name)"
    }

    override func main() {
        let image = record.image
        calculate()
        record.change(to: .filtered, image: "sepia \(image)")
        diary.note("filtered the \(image)")
        meeting?.meet()
    }
}

/// Draws a frame for a photo. It does not need the photo.
final class FrameDrawing: Operation, @unchecked Sendable {  // Its properties are constants.
    private let diary: Diary
    private let meeting: Meeting?

    init(_ diary: Diary, meeting: Meeting? = nil) {
        self.diary = diary
        self.meeting = meeting
        super.init()
        name = "frame"
    }

    override func main() {
        calculate()
        diary.note("drew a frame")
        meeting?.meet()
    }
}
