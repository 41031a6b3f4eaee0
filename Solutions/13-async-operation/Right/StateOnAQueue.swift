// A base class for asynchronous operations. A concurrent queue protects its state: writes are
// barriers.
import Foundation

typealias Download = (_ name: String, _ ended: @escaping (_ photo: String?) -> Void) -> Void

class AsyncOperation: Operation, @unchecked Sendable {
    enum State: String {
        case ready, executing, finished
        fileprivate var keyPath: String { "is" + rawValue.capitalized }
    }

    private let stateQueue = DispatchQueue(label: "state", attributes: .concurrent)
    private var rawState = State.ready

    var state: State {
        get { stateQueue.sync { rawState } }
        set {
            let old = state
            willChangeValue(forKey: old.keyPath)
            willChangeValue(forKey: newValue.keyPath)
            stateQueue.sync(flags: .barrier) { rawState = newValue }
            didChangeValue(forKey: old.keyPath)
            didChangeValue(forKey: newValue.keyPath)
        }
    }

    override var isReady: Bool { super.isReady && state == .ready }
    override var isExecuting: Bool { state == .executing }
    override var isFinished: Bool { state == .finished }
    override var isAsynchronous: Bool { true }

    override func start() {
        if isCancelled {
            state = .finished
            return
        }
        state = .executing
        main()
    }
}

final class PhotoDownload: AsyncOperation, @unchecked Sendable {
    private let photoName: String
    private let download: Download
    private let photoQueue = DispatchQueue(label: "photo")
    private var result: String?

    init(_ photoName: String, with download: @escaping Download) {
        self.photoName = photoName
        self.download = download
        super.init()
    }

    var photo: String? { photoQueue.sync { result } }

    override func main() {
        download(photoName) { photo in
            self.photoQueue.sync { self.result = photo }
            self.state = .finished
        }
    }
}
