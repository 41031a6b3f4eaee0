import Trace
import Words

/// The values of each variable, in the order of time.
///
/// The trace shows the values that accesses find and leave. Between two accesses a variable keeps its value only if the second one finds
/// what the first one left. If it does not, accesses without a record have changed it, at a moment that is not known: from the first
/// access on the value is "?".
struct VariableHistory: Sendable {
    fileprivate struct Entry: Sendable {
        /// The value holds from this moment on.
        var time: Int64
        /// nil: not known.
        var value: String?
        var access: VariableValue.Access?
        var isRacing = false
    }
    fileprivate struct Variable: Sendable {
        var name: String
        /// Its number in the trace.
        var number: UInt64
        var entries: [Entry] = []

        /// The number of entries up to a moment.
        func count(upTo time: Int64) -> Int {
            var low = 0, high = entries.count
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].time <= time { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    fileprivate var variables: [Variable] = []

    init(_ trace: Trace) {
        var indices: [UInt64: Int] = [:], names: [String: Int] = [:]
        func name(_ variable: UInt64) -> String { SafeText.inLine(trace.variableNames[variable] ?? "a variable", limit: 60) }
        for value in trace.values {
            if indices[value.variable] == nil {
                // A change without a record says nothing about a variable that has not been seen.
                guard value.access != nil else { continue }
                let name = name(value.variable)
                names[name, default: 0] += 1
                let number = names[name] ?? 1
                indices[value.variable] = variables.count
                variables.append(Variable(name: number == 1 ? name : "\(name) (\(number))", number: value.variable))
            }
            if let index = indices[value.variable] { variables[index].take(value, trace.meanings[value.time] ?? []) }
        }
    }

    var isEmpty: Bool { variables.isEmpty }
    var racing: String? { variables.first { $0.entries.contains(where: \.isRacing) }?.name }
    var names: [String] { variables.map(\.name) }

    /// The variables that were used up to a moment.
    /// - Parameters:
    ///   - start: the moment of the sentence before.
    ///   - isFinal: the run is over, and nothing changes any more.
    func values(after start: Int64, upTo end: Int64, isFinal: Bool) -> [ProgramMoment.Value] {
        variables.compactMap { variable in
            let count = variable.count(upTo: end), earlier = isFinal ? count : variable.count(upTo: start)
            guard count > 0 else { return nil }
            let now = variable.entries[count - 1], accesses = variable.entries[earlier..<count].filter { $0.access != nil }
            let text = now.value ?? "?"
            // The value that a change finds is an entry of its own, if the access before it left another one.
            let found = variable.entries[earlier..<count].first { $0.access == nil && $0.value != nil }?.value
            let before = found ?? (earlier > 0 ? variable.entries[earlier - 1].value ?? "?" : nil)
            let isChanged = accesses.contains { $0.access != .read } && before != nil && before != text
            return .init(
                kind: .variable, name: variable.name, text: text, before: isChanged ? before : nil, access: accesses.last?.access,
                isRacing: accesses.contains(where: \.isRacing), time: now.time, variable: variable.number)
        }
    }

    /// The moment of the nearest change of a variable.
    func change(of name: String, from time: Int64, isForward: Bool) -> Int64? {
        guard let variable = variables.first(where: { $0.name == name }) else { return nil }
        let changes = variable.entries.filter { $0.access != nil && $0.access != .read }.map(\.time)
        return isForward ? changes.first { $0 > time } : changes.last { $0 < time }
    }
}

extension VariableHistory.Variable {
    fileprivate mutating func take(_ value: VariableValue, _ meaning: StepMeaning) {
        let last = entries.last
        guard let access = value.access else {
            entries.append(.init(time: value.time + 1, value: nil))
            return
        }
        // Entries of "from the next moment on" can lie behind this access.
        while let last = entries.last, last.time > value.time, last.access == nil { entries.removeLast() }
        if let found = value.found {
            if let last, last.value != nil, last.value != found, last.access != nil, last.time + 1 < value.time {
                entries.append(.init(time: last.time + 1, value: nil))
            }
            // The value that a change finds counts as the value before it.
            if access != .read, entries.last?.value != found { entries.append(.init(time: value.time, value: found)) }
        }
        entries.append(.init(time: value.time, value: value.value, access: access, isRacing: meaning.contains(.races)))
    }
}
