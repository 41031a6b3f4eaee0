import ExerciseChecks
import Foundation

/// Three uploads on a queue that is never paused.
func oneAfterTheOther() -> Mistake? {
    let uploads = UploadQueue(), running = CountingEvent(), goOn = CountingEvent(), ended = CountingEvent()
    let order = Order()
    uploads.upload {
        running.happen()
        goOn.wait()
        order.add(1)
    }
    guard running.wait(patience: ProbeThread.patience) else {
        return Mistake("The app added an upload, and it never began. Nothing was paused.", verdict: "missing", at: "func upload")
    }
    for number in 2...10 {
        uploads.upload {
            order.add(number)
            ended.happen()
        }
    }
    let isAlone = !ended.wait(patience: quiet)
    goOn.happen()
    guard isAlone else {
        return Mistake("An upload was running, and another one of the same queue began.", verdict: "race")
    }
    guard ended.wait(times: 9, patience: ProbeThread.patience) else {
        return Mistake("The app added ten uploads, and \(ended.times + 1) of them ran.", verdict: "missing", at: "func upload")
    }
    let found = order.all
    return found == Array(1...10) ? nil : Mistake("Ten uploads ran in another order than they were added: \(found).")
}

/// The app pauses while an upload is running, and another one is waiting.
func pausesDuringAnUpload() -> Mistake? {
    let uploads = UploadQueue(), running = CountingEvent(), goOn = CountingEvent(), later = CountingEvent()
    uploads.upload {
        running.happen()
        goOn.wait()
    }
    running.wait(patience: ProbeThread.patience)
    uploads.upload { later.happen() }
    let pausing = ProbeThread("caller of pause") { _ in uploads.pause() }
    let standing = pausing.settle()
    guard standing == .returned else {
        goOn.happen()
        let waited = standing == .restless ? "spun (busy-waited)" : "waited"
        return Mistake(
            "An upload was running when the app called `pause()`. The call \(waited) for it.",
            verdict: standing == .restless ? "spins" : "waits", at: "func pause")
    }
    goOn.happen()
    if later.wait(patience: quiet) {
        return Mistake(
            "The app called `pause()` while an upload was running. Then the next upload began, before any call of `resume()`.",
            verdict: "tooEarly")
    }
    uploads.resume()
    guard later.wait(patience: ProbeThread.patience) else {
        return Mistake(
            "The app called `pause()` while an upload was running, and then `resume()`. The next upload never began.",
            verdict: "missing", at: "func resume")
    }
    return pausesFromAnUpload()
}

/// An upload pauses its own queue, and the app resumes it during another upload.
private func pausesFromAnUpload() -> Mistake? {
    let uploads = UploadQueue(), paused = CountingEvent(), running = CountingEvent(), goOn = CountingEvent(), last = CountingEvent()
    uploads.upload {
        uploads.pause()
        paused.happen()
    }
    uploads.upload {
        running.happen()
        goOn.wait()
    }
    guard paused.wait(patience: ProbeThread.patience) else {
        return Mistake("An upload called `pause()`, and that call never returned.", verdict: "deadlock", at: "func pause")
    }
    let resuming = ProbeThread("caller of resume") { _ in uploads.resume() }
    guard resuming.settle() == .returned else {
        goOn.happen()
        return Mistake(
            "An upload was waiting when the app called `resume()`. It began, and the call waited for its end.", verdict: "waits",
            at: "func resume")
    }
    guard running.wait(patience: ProbeThread.patience) else {
        return Mistake("An upload called `pause()`. After `resume()`, the next upload never began.", verdict: "missing", at: "func resume")
    }
    let adding = ProbeThread("caller of upload") { _ in uploads.upload { last.happen() } }
    let isAdded = adding.settle() == .returned
    goOn.happen()
    guard isAdded, last.wait(patience: ProbeThread.patience) else {
        return Mistake(
            isAdded
                ? "An upload was added while another one was running. It never began."
                : "An upload was running when the app called `upload`. The call waited for it.",
            verdict: isAdded ? "missing" : "waits", at: "func upload")
    }
    return nil
}

/// Uploads are added during a pause, and nothing else happens.
func nothingToDo() -> Mistake? {
    let uploads = UploadQueue(), other = UploadQueue(), ran = CountingEvent(), others = CountingEvent()
    uploads.pause()
    uploads.upload { ran.happen() }
    uploads.upload { ran.happen() }
    if ran.wait(patience: quiet) {
        return Mistake(
            "The app called `pause()`, and then added an upload. It began before `resume()`.", verdict: "tooEarly", at: "func upload")
    }
    guard ProbeThread.allComeToRest() else {
        return Mistake(
            "An upload was added during a pause. A thread looked again and again whether the pause was over.", verdict: "spins",
            at: "func upload")
    }
    other.upload { others.happen() }
    guard others.wait(patience: ProbeThread.patience) else {
        return Mistake("One queue was paused. An upload of another queue never began.", verdict: "deadlock", at: "DispatchQueue")
    }
    uploads.resume()
    guard ran.wait(times: 2, patience: ProbeThread.patience) else {
        return Mistake(
            "Two uploads were added during a pause. After `resume()`, \(ran.times) of them began.", verdict: "missing", at: "func upload")
    }
    return nil
}

/// Two pauses, and one end of them.
func oneResumeIsEnough() -> Mistake? {
    let uploads = UploadQueue(), ran = CountingEvent()
    uploads.pause()
    uploads.pause()
    uploads.upload { ran.happen() }
    uploads.upload { ran.happen() }
    uploads.resume()
    guard ran.wait(times: 2, patience: ProbeThread.patience) else {
        let count = ran.times
        // If the attempt counts the calls, this is the second one: a queue must not be destroyed while it is suspended.
        uploads.resume()
        return Mistake(
            "The app called `pause()` twice, and then `resume()` once. Two uploads were waiting, and \(count) of them began.")
    }
    return nil
}

/// An end without a pause, and then a pause.
func resumesWithoutAPause() -> Mistake? {
    let uploads = UploadQueue(), ran = CountingEvent()
    uploads.resume()
    uploads.resume()
    uploads.pause()
    uploads.upload { ran.happen() }
    if ran.wait(patience: quiet) {
        return Mistake(
            "The app called `resume()` twice without a pause. After that, one call of `pause()` paused nothing.", verdict: "tooEarly")
    }
    uploads.resume()
    guard ran.wait(patience: ProbeThread.patience) else {
        return Mistake("The app called `resume()` without a pause. After the next pause, an upload never began.", verdict: "missing")
    }
    return nil
}

/// The app closes the view that has the queue: during a pause, after one, and without any.
func releasesIt() -> Mistake? {
    var uploads: UploadQueue? = UploadQueue()
    uploads?.pause()
    uploads?.pause()
    uploads = nil
    uploads = UploadQueue()
    uploads?.pause()
    uploads?.resume()
    uploads = nil
    uploads = UploadQueue()
    uploads = nil
    return nil
}

/// The time without any event after which nothing more will happen.
private let quiet = Duration.milliseconds(100)

/// The numbers of the uploads that ran. Only one of them runs at a time; the lock is for attempts in which several do.
private final class Order: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Int] = []

    func add(_ number: Int) { lock.withLock { numbers.append(number) } }

    var all: [Int] { lock.withLock { numbers } }
}
