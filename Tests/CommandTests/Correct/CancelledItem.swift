import Dispatch

/// A search that a newer one cancels. An item that has begun looks now and then whether it is still wanted.
final class SearchField {
    private let queue = DispatchQueue(label: "search")
    private var item: DispatchWorkItem?
    private var results: [String] = []

    func search(for text: String) {
        item?.cancel()
        var newItem: DispatchWorkItem?
        newItem = DispatchWorkItem { [unowned self] in
            guard newItem?.isCancelled == false else { return }
            results.append(text)
            newItem = nil
        }
        item = newItem
        if let newItem { queue.async(execute: newItem) }
    }

    func finish() -> [String] {
        item?.wait()
        return queue.sync { results }
    }
}

func scenario() -> [String] {
    let field = SearchField()
    field.search(for: "ca")
    field.search(for: "cat")
    return field.finish()
}

func allowed(_ results: [String]) -> Bool { results.last == "cat" && results.count <= 2 }
