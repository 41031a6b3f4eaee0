/// The bug: the task is cancelled, so the request that cleans up ends immediately, too.
func editAndClose(_ document: Document) async {
    try? await document.request("edit")
    try? await document.request("unlock")
}

/// The fix: a new task is not cancelled. Its value is awaited, so the document is unlocked when the function returns.
func editAndCloseSafely(_ document: Document) async {
    try? await document.request("edit")
    await Task(name: "clean-up") { try? await document.request("unlock") }.value
}

/// A child task is cancelled with its parent.
func editAndCloseInChild(_ document: Document) async {
    try? await document.request("edit")
    async let unlocking: Void? = try? document.request("unlock")
    await unlocking
}
