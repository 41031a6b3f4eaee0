import CInterposition

/// The local variables of the program's functions, with the types that the debug information names.
///
/// A closure that does not outlive its function gets the addresses of the variables that it captures: `concurrentPerform` takes such a
/// closure. The debug information of the closure says where in its frame these addresses are. If one of them is the address of an access,
/// the variable is found, also if it is on another thread's stack.
struct LocalVariables: Sendable {
    /// Read once, when a replay meets the first access to a stack: the explored code is loaded by then.
    static let ofProgram = read()

    /// A larger file is not read: it takes too long.
    private static let largest = 32 << 20

    private struct File: Sendable {
        var base: UInt
        var information: DebugInformation
    }
    private var files: [File] = []

    private final class Sections {
        var files: [UInt: [String: [UInt8]]] = [:]
    }

    private static func read() -> LocalVariables {
        let sections = Sections()
        interleave_each_section(
            { name, bytes, size, base, context in
                guard let name, let bytes, let context, size <= LocalVariables.largest else { return }
                let text = String(cString: name)
                guard DebugInformation.sections.contains(text) else { return }
                let sections = Unmanaged<Sections>.fromOpaque(context).takeUnretainedValue()
                sections.files[base, default: [:]][text] = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size)))
            }, Unmanaged.passUnretained(sections).toOpaque())
        return LocalVariables(files: sections.files.map { File(base: $0, information: DebugInformation($1)) })
    }

    /// The variable that an access from a place of the program reaches. Two answers are none.
    /// - Parameter place: the return address of the access's call.
    func variable(at address: UInt, from place: UInt) -> TypedVariable? {
        let frame = interleave_caller_frame(place)
        guard frame != 0 else { return nil }
        var found: TypedVariable?
        for file in files where place > file.base {
            // (The call lies before its return address.)
            for variable in file.information.function(at: place - 1 - file.base)?.variables ?? [] {
                let own = frame &+ UInt(bitPattern: variable.offset)
                guard let start = variable.isIndirect ? ValueReader.word(own) : own, start <= address, address - start < 1 << 16,
                    let type = WrittenType.named(variable.type),
                    case let one = TypedVariable(type: type, start: start, isInitialized: variable.isIndirect), one.contains(address)
                else { continue }
                if let found, found.type != type || found.start != start { return nil }
                found = one
            }
        }
        return found
    }
}
