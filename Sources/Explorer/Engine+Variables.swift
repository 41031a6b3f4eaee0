import CInterposition

/// The program's global variables: each execution begins with what they were before the first.
extension Engine {
    /// What a variable of the program was before it was changed.
    struct Saved: BitwiseCopyable {
        var word: UInt
        var value: UInt64
    }

    /// Keeps what a variable of the program is, before it is changed for the first time.
    func save(_ word: UInt) {
        guard interleave_is_data_of_program(word), !variables.isCache(word),
            let pointer = UnsafePointer<UInt64>(bitPattern: word)
        else { return }
        journal.append(Saved(word: word, value: pointer.pointee))
    }

    /// Puts back what the execution has changed.
    func restoreVariables() {
        for index in (0..<journal.count).reversed() {
            UnsafeMutablePointer<UInt64>(bitPattern: journal[index].word)?.pointee = journal[index].value
        }
        journal.removeAll()
        savedVariables.removeAll()
    }
}
