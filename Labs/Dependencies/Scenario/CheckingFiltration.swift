import Foundation

/// The fix: a filter that looks at the result before it uses it.
///
/// A dependency says "has finished". It does not say "was successful".
final class CheckingFiltration: Operation, @unchecked Sendable {  // Its properties are constants.
    private let record: PhotoRecord
    private let diary: Diary

    init(_ record: PhotoRecord, _ diary: Diary) {
        self.record = record
        self.diary = diary
        super.init()
        name = "filter \(record.name)"
    }

    override func main() {
        if dependencies.contains(where: \.isCancelled) {
            diary.note("the download was cancelled")
            return
        }
        guard record.state == .downloaded else { return }  // It can also have failed.
        let image = record.image
        calculate()
        record.change(to: .filtered, image: "sepia \(image)")
        diary.note("filtered the \(image)")
    }
}
