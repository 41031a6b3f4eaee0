import Testing
import Trace

@Suite("Names as a student would say them") struct SymbolNameTests {
    @Test(
        "A demangled name loses types, modules, generics and the compiler's additions",
        arguments: [
            ("closure #1 @Sendable () -> () in Module.PhotoLibrary.add(Module.Photo) -> ()", "closure #1 in PhotoLibrary.add(_:)"),
            (
                "partial apply forwarder for closure #1 @Sendable () -> () in names.PhotoLibrary.put(names.Photo) -> ()",
                "closure #1 in PhotoLibrary.put(_:)"
            ),
            (
                "partial apply forwarder for closure #1 () -> () in names.PhotoLibrary.add<A where A: Swift.Sendable>(_: A, to: Swift.String, tuple: (Swift.Int, Swift.String), f: @Sendable (Swift.Int, A) -> Swift.Bool) -> () with unmangled suffix \".17\"",
                "closure #1 in PhotoLibrary.add(_:to:tuple:f:)"
            ),
            (
                "closure #1 @Sendable () -> () in closure #1 @Sendable () -> () in names.PhotoLibrary.put(names.Photo) -> ()",
                "closure #1 in closure #1 in PhotoLibrary.put(_:)"
            ),
            ("closure #1 () -> Swift.Int in names.PhotoLibrary.count.getter : Swift.Int", "closure #1 in PhotoLibrary.count"),
            ("closure #1 @Sendable () -> () in names.PhotoLibrary.count.setter : Swift.Int", "closure #1 in PhotoLibrary.count.setter"),
            (
                "closure #1 () -> names.Photo in names.PhotoLibrary.subscript.getter : (Swift.Int) -> names.Photo",
                "closure #1 in PhotoLibrary.subscript(_:)"
            ),
            (
                "closure #1 @Sendable () -> () in names.PhotoLibrary.(secret in _771DBC3C8310D32D576DC2D6F4B50E47)(at: Swift.Int) -> ()",
                "closure #1 in PhotoLibrary.secret(at:)"
            ),
            (
                "closure #1 @Sendable () -> () in inner #1 @Sendable (n: Swift.Int) -> () in names.PhotoLibrary.outer() -> ()",
                "closure #1 in inner(n:) in PhotoLibrary.outer()"
            ),
            (
                "closure #1 @Sendable () -> () in $defer #1 () -> () in names.PhotoLibrary.outer() -> ()",
                "closure #1 in defer in PhotoLibrary.outer()"
            ),
            ("closure #1 @Sendable () -> () in names", "closure #1 in main"),
            ("closure #2 () async -> () in names", "closure #2 in main"),
            (
                "implicit closure #4 (names.Photo) -> () in implicit closure #3 (names.PhotoLibrary) -> (names.Photo) -> () in names",
                "closure #4 in closure #3 in main"
            ),
            (
                "closure #1 @Sendable () -> () in (extension in names):Dispatch.DispatchQueue.later(@Sendable () -> ()) -> ()",
                "closure #1 in DispatchQueue.later(_:)"
            ),
            ("(extension in names):Swift.Array<A where A == names.Photo>.each(@Sendable (names.Photo) -> ()) -> ()", "Array.each(_:)"),
            ("closure #1 @Swift.MainActor () -> () in names.E.Inner.z(A) -> ()", "closure #1 in E.Inner.z(_:)"),
            (
                "closure #1 () -> Swift.Bool in static names.PhotoLibrary.== infix(names.PhotoLibrary, names.PhotoLibrary) -> Swift.Bool",
                "closure #1 in PhotoLibrary.==(_:_:)"
            ),
            ("static names.Photo.< infix(names.Photo, names.Photo) -> Swift.Bool", "Photo.<(_:_:)"),
            (
                "(1) await resume partial function for partial apply forwarder for closure #1 () async -> () in names.Album.inc() async -> ()",
                "closure #1 in Album.inc()"
            ),
            (
                "(3) suspend resume partial function for function signature specialization <Arg[0] = Dead> of namesO.PhotoLibrary.load() async throws -> Swift.Int",
                "PhotoLibrary.load()"
            ),
            (
                "merged function signature specialization <Arg[0] = [Constant Propagated Struct : Swift.Int][Constant Propagated Integer : 1]> of closure #1 @Sendable () -> () in namesO.PhotoLibrary.(secret in _FCE5C6947EAF2DB53CE05868F69759A4)(at: Swift.Int) -> ()",
                "closure #1 in PhotoLibrary.secret(at:)"
            ),
            ("closure #1 () -> A in namesO.Box.read() -> A", "closure #1 in Box.read()"),
            ("namesO.Box.modify<A>((inout A) -> ()) -> ()", "Box.modify(_:)"),
            ("namesO.Box.value.read : A", "Box.value"),
            (
                "generic specialization <Swift.Int, Swift.Error> of Swift.ThrowingTaskGroup.addTask(priority: Swift.TaskPriority?, operation: __owned @isolated(any) () async throws -> A) -> ()",
                "ThrowingTaskGroup.addTask(priority:operation:)"
            ),
            (
                "merged reabstraction thunk helper from @escaping @callee_guaranteed @Sendable () -> () to @escaping @callee_unowned @convention(block) @Sendable () -> ()",
                "thunk"
            ),
            (
                "protocol witness for names.Store.put(names.Photo) -> () in conformance names.PhotoLibrary : names.Store in names",
                "Store.put(_:)"
            ),
            (
                "default argument 1 of names.PhotoLibrary.init(size: Swift.Int, _: Swift.Int) -> names.PhotoLibrary",
                "PhotoLibrary.init(size:_:)"
            ),
            ("names.PhotoLibrary.__allocating_init(size: Swift.Int, _: Swift.Int) -> names.PhotoLibrary", "PhotoLibrary.init(size:_:)"),
            ("names.Album.__deallocating_deinit", "Album.deinit"),
            ("one-time initialization function for shared", "shared"),
            ("names.PhotoLibrary.shared.unsafeMutableAddressor : names.PhotoLibrary", "PhotoLibrary.shared"),
            ("names.free(_: inout Swift.Int, with: [Swift.String : Swift.Int]) -> ()", "free(_:with:)"),
            (
                "variable initialization expression of names.PhotoLibrary.($__lazy_storage_$_lz in _FCE5) : Swift.Int?",
                "PhotoLibrary.$__lazy_storage_$_lz"
            ),
            ("main", "main"), ("", ""),
        ])
    func shortened(name: String, short: String) { #expect(SymbolName.shortened(name) == short) }

    @Test(
        "The base of a name is its innermost function, without its type",
        arguments: [
            ("closure #1 in PhotoLibrary.add(_:)", "add(_:)"), ("closure #1 in main", "main"), ("free(_:with:)", "free(_:with:)"),
            ("closure #1 in inner(n:) in PhotoLibrary.outer()", "inner(n:)"), ("closure #1 in defer in PhotoLibrary.outer()", "outer()"),
            ("PhotoLibrary.init(size:_:)", "PhotoLibrary.init(size:_:)"), ("Album.deinit", "Album.deinit"),
            ("closure #1 in PhotoLibrary.count", "count"), ("PhotoLibrary.count.setter", "count.setter"), ("Photo.==(_:_:)", "==(_:_:)"),
            ("libalbum.so+0x12f0", "libalbum.so+0x12f0"), ("closure #3", "closure #3"), ("", ""), (".", "."), ("(", "("),
        ])
    func base(name: String, base: String) { #expect(SymbolName.base(of: name) == base) }

    @Test("No text, however broken, stops the shortener", arguments: 0..<20)
    func robustness(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            "(", ")", "<", ">", "[", "]", " in ", ".", " -> ", ": ", ", ", "closure #1 ", " #", "infix(", " infix(", " of ",
            "specialization ",
            "(1) await", "(extension in ", "a", "ä", " with unmangled suffix ", "default argument ", "\u{0}",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...14, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined()
            let short = SymbolName.shortened(text)
            #expect(short.utf8.count <= text.utf8.count + 32)
            #expect(!SymbolName.base(of: short).isEmpty || short.isEmpty)
        }
    }
}
