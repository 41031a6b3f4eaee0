/// The attempt's own code, on its way to the threads that call it.
///
/// The compiler is told to let it pass: whether it may be called from many threads at once is what is to be found out.
struct Attempt<Code>: @unchecked Sendable {
    let code: Code

    init(_ code: Code) { self.code = code }
}
