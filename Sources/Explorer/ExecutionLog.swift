import CInterposition
import Trace

/// What tasks did in one execution, step by step, as a trace tells it.
struct ExecutionLog {
    struct Entry {
        var task: Int
        var kind: Event.Kind
        var object: UInt64 = 0
        var argument: UInt64 = 0
        var detail: UInt16 = 0
        var place: UInt = 0
        var closure: UInt = 0
        var extra: UInt64 = 0
        var text: String?
        /// Where the functions were called that led there, the innermost first.
        var callers: [UInt] = []
    }

    /// How an item came about, and how a wait is called: the words of the trace's format.
    enum How: UInt16 {
        case async = 0, sync, asyncAndWait, groupNotify, after, apply, source, operation, taskJob, itemNotify, sourceCancel, performed,
            actorJob
    }
    enum Wait: UInt16 { case group = 0, semaphore, sync, mutex, condition, once, join, workItem, sleep = 10, apply, reading, writing }

    private(set) var entries: [Entry] = []
    /// Tasks whose wait has begun and not ended.
    var waiting: [Int: Wait] = [:]
    /// What each task is called.
    var names: [String] = []
    var knownQueues: Set<UInt> = []
    /// Of each task: where the functions were called that it is in.
    var callers: [Int: [UInt]] = [:]

    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// The bytes of a trace file; a step is a nanosecond.
    func trace(title: String) -> [UInt8] {
        var header = TraceEncoder.Header()
        header.origin = .explorer
        header.endNanoseconds = UInt64(entries.count + 1)
        header.endTicks = UInt64(entries.count + 1)
        header.program = LoadedModule.program
        header.arguments = title.isEmpty ? CommandLine.arguments : [title]
        var encoder = TraceEncoder(header)
        for module in LoadedModule.all {
            encoder.append(
                .moduleLoaded, at: 0, lane: 1, object: UInt64(module.first), argument: UInt64(module.size), text: module.path,
                isPinned: true)
        }
        for (index, name) in names.enumerated() {
            encoder.append(.threadStarted, at: 0, lane: UInt32(index + 1), object: UInt64(index + 1), text: name, isPinned: true)
        }
        for (index, entry) in entries.enumerated() {
            let hasPlace = entry.place != 0 || entry.closure != 0
            encoder.append(
                entry.kind, at: UInt64(index + 1), lane: UInt32(entry.task + 1), object: entry.object, argument: entry.argument,
                detail: entry.detail,
                place: hasPlace ? .init(call: UInt64(entry.place), closure: UInt64(entry.closure), extra: entry.extra) : nil,
                text: entry.text,
                isPinned: entry.kind == .queueCreated)
        }
        return encoder.encoded()
    }
}

/// A file of code in this process.
public struct LoadedModule: Hashable, Sendable {
    public var path: String
    public var first: UInt
    public var size: UInt

    /// All of them, the program first.
    public static var all: [LoadedModule] {
        final class List { var modules: [LoadedModule] = [] }
        let list = List()
        interleave_each_module(
            { path, first, size, context in
                Unmanaged<List>.fromOpaque(context!).takeUnretainedValue().modules.append(
                    LoadedModule(path: path.map { String(cString: $0) } ?? "", first: first, size: size))
            }, Unmanaged.passUnretained(list).toOpaque())
        return list.modules
    }

    /// The module that holds an address.
    public static func holding(_ address: UInt) -> LoadedModule? { all.first { address >= $0.first && address - $0.first < $0.size } }

    static var program: String { all.first?.path ?? "" }
}
