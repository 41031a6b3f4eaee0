extension UnsafeRawBufferPointer {
    /// The little-endian number at `offset`, which the caller has checked to lie inside.
    @inline(__always) func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// The text from `offset` up to a zero byte or `limit` bytes.
    func terminatedText(_ offset: Int, limit: Int) -> String {
        let field = self[Swift.min(offset, count)..<Swift.min(offset + limit, count)]
        return String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}
