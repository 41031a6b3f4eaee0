import Words

/// A command failed.
typealias CommandFailure = ExplainedError
