// The records' kinds, the encoder and the verdicts are in a room below, which the explorer shares. All code that reads a trace needs them, too.
@_exported import TraceRecords
