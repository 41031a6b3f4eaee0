import Foundation

/// One thread writes lines into a pipe, another reads them to their end.
func scenario() -> String {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    Thread.detachNewThread {
        for line in ["one\n", "two\n"] { writer.write(Data(line.utf8)) }
        try? writer.close()
    }
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
}

func allowed(_ outcome: String) -> Bool { outcome == "one\ntwo\n" }
