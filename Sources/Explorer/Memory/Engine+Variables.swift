import CInterposition

/// The program's global variables: each execution begins with the values that they had before the
/// first.
extension Engine {
    /// A word of a variable before it was changed.
    struct Saved: BitwiseCopyable {
        var word: UInt
        var value: UInt64
    }

    /// Saves a word of a variable before it is changed for the first time.
    func save(_ word: UInt) {
        guard interleave_is_data_of_program(word), !variables.isCache(word),
            let pointer = UnsafePointer<UInt64>(bitPattern: word)
        else { return }
        journal.append(Saved(word: word, value: pointer.pointee))
    }

    /// Restores what the execution has changed.
    func restoreVariables() {
        for index in (0..<journal.count).reversed() {
            guard let word = UnsafeMutablePointer<UInt64>(bitPattern: journal[index].word) else { continue }
            // (A word that the program cannot change, such as one of its code, is still as it was:
            // the program's write has trapped.)
            if word.pointee != journal[index].value { word.pointee = journal[index].value }
        }
        journal.removeAll()
        savedVariables.removeAll()
    }
}
