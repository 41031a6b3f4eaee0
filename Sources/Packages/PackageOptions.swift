/// A Swift package whose modules are explored together with a file.
public struct PackageOptions: Sendable {
    /// The folder with its Package.swift, as the user named it.
    public var path: String
    /// Products whose modules are part of the program, also if no file imports them.
    public var products: [String]
    /// Modules of dependencies whose accesses to memory are seen, and modules of the package whose
    /// accesses are not.
    public var instrumented: [String]
    public var notInstrumented: [String]
    /// Whether each `await` can let other tasks run first.
    public var suspendsAtEveryAwait: Bool

    public init(
        path: String, products: [String] = [], instrumented: [String] = [], notInstrumented: [String] = [],
        suspendsAtEveryAwait: Bool = false
    ) {
        self.path = path
        self.products = products
        self.instrumented = instrumented
        self.notInstrumented = notInstrumented
        self.suspendsAtEveryAwait = suspendsAtEveryAwait
    }
}
