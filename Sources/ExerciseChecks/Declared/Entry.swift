// The checks of the exercise are a library of their own, compiled for each attempt.
@_silgen_name("interleave_declared_checks") func runDeclaredChecks()

@main enum DeclaredEntry {
    static func main() { runDeclaredChecks() }
}
