import ExerciseChecks

@main enum BoundedBufferEntry {
    static func main() {
        BoundedBufferRun.run { capacity in
            let buffer = PhotoBuffer(capacity: capacity)
            return BoundedBufferRun.Buffer(put: { buffer.put($0) }, take: { buffer.take() }, close: { buffer.close() })
        }
    }
}
