import Dispatch
import Synchronization

final class VideoJob: Sendable {
    private let group: DispatchGroup
    private let isFinished = Atomic(false)

    init(group: DispatchGroup) {
        self.group = group
        group.enter()
    }
    func finish() {
        if isFinished.load(ordering: .sequentiallyConsistent) { return }
        isFinished.store(true, ordering: .sequentiallyConsistent)
        group.leave()
    }
}

func scenario() {
    let video = DispatchGroup(), threads = DispatchGroup()
    let job = VideoJob(group: video)
    DispatchQueue.global().async(group: threads) { job.finish() }  // the writer
    DispatchQueue.global().async(group: threads) { job.finish() }  // the timeout
    video.wait()
    threads.wait()
}
