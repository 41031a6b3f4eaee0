import Foundation

extension PhotoTable {
    /// The user looks at one photo after the other, and scrolls on before its operation is
    /// finished.
    public func scrollPastEach(_ kind: OperationKind) -> ScrollReport {
        var operations: [Operation] = []
        for photo in photos {
            let operation = kind.operation(for: photo)
            operations.append(operation)
            operation.completionBlock = { self.completions.completionBlockEnds() }
            filtrationQueue.addOperation(operation)

            photo.scrolling?.waitForOperation()
            operation.cancel()
            photo.leaveScreen()
            photo.scrolling?.userHasScrolled()

            operation.waitUntilFinished()
            completions.waitForNext()
        }
        return ScrollReport(self, operations)
    }
}

/// The work of an operation for a photo.
public enum OperationKind: Sendable {
    case neverLooks, looks, looksBetweenStages

    func operation(for photo: Photo) -> Operation {
        switch self {
        case .neverLooks: SepiaFilter(photo)
        case .looks: CancellableSepiaFilter(photo)
        case .looksBetweenStages: ImageDownloader(photo)
        }
    }
}
