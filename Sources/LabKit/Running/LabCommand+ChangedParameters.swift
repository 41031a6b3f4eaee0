extension LabCommand {
    /// The lab's parameters whose value differs from the default: "--readers".
    var changedParameters: [String] {
        guard let usual = try? Parameters.parse([]) else { return [] }
        return zip(Mirror(reflecting: parameters).children, Mirror(reflecting: usual).children).compactMap { given, usual in
            guard let label = given.label, "\(given.value)" != "\(usual.value)" else { return nil }
            return "--" + label.drop { $0 == "_" }.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        }
    }
}
