/// The attempt's code, for the threads that call it.
///
/// The compiler must accept it without a check: the checks find out whether several threads can
/// call it at the same time.
struct Attempt<Code>: @unchecked Sendable {
    let code: Code

    init(_ code: Code) { self.code = code }
}
