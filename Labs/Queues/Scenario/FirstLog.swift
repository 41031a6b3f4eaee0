import Dispatch

/// `sync` returns when the block has ended.
public func viewDidLoadWithSync(_ console: Console) {
    DispatchQueue.global(qos: .userInitiated).sync {
        console.log("First Log")
    }
    console.log("Second Log")
}

/// `async` returns when the block is in the queue.
public func viewDidLoadWithAsync(_ console: Console) {
    DispatchQueue.global(qos: .userInitiated).async {
        console.log("First Log")
    }
    console.log("Second Log")
}
