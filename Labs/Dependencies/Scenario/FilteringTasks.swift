import Foundation

/// The same with tasks: the filter needs the *value* of the download, so it cannot start before.
///
/// A cancelled download throws an error. Then there is no value, and the filter does not run.
public func filterWithTasks(latency: Duration) async -> Observations {
    let coffee = PhotoRecord("coffee.png"), rocket = PhotoRecord("rocket.png"), diary = Diary()
    await withTaskGroup(of: Void.self) { visibleRows in
        visibleRows.addTask(name: "coffee.png") { await show(coffee, latency, diary) }
    }
    await withTaskGroup(of: Void.self) { hiddenRows in
        hiddenRows.cancelAll()  // This row has left the screen.
        hiddenRows.addTask(name: "rocket.png") { await show(rocket, latency, diary) }
    }
    return Observations(coffee, rocket, diary: diary)
}

private func show(_ record: PhotoRecord, _ latency: Duration, _ diary: Diary) async {
    do {
        let image = try await download(record.name, latency)
        diary.note("downloaded \(image)")
        calculate()
        record.change(to: .filtered, image: "sepia \(image)")
        diary.note("filtered the \(image)")
    } catch {
        diary.note("the download of \(record.name) was cancelled")
    }
}

private func download(_ name: String, _ latency: Duration) async throws -> String {
    try await Task.sleep(for: latency)
    return name
}
