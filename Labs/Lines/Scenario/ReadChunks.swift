/// Reads a file line by line. In memory are one chunk and one line, however large the file is.
func readLines(of file: TextFile, each line: (UnsafeRawBufferPointer) throws -> Void) throws {
    let chunks = try FileChunks(of: file)
    var splitter = LineSplitter()
    while let chunk = try chunks.next() {
        try splitter.split(chunk, each: line)
    }
    try splitter.finish(each: line)
}

/// The bug: the remainder of a chunk is forgotten.
func readTornLines(of file: TextFile, each line: (String) throws -> Void) throws {
    let chunks = try FileChunks(of: file)
    let splitter = ForgetfulSplitter()
    while let chunk = try chunks.next() {
        try splitter.split(chunk, each: line)
    }
}

/// The half-fix: each chunk is decoded before it is split.
func readBrokenCharacters(of file: TextFile, each line: (String) throws -> Void) throws {
    let chunks = try FileChunks(of: file)
    var splitter = TextSplitter()
    while let chunk = try chunks.next() {
        try splitter.split(chunk, each: line)
    }
    try splitter.finish(each: line)
}
