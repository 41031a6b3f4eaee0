import Foundation

/// The bug: the completion block takes the result on its own thread. Now two threads change the
/// dictionaries and the rows.
public final class WrongThreadList: CompletionBlocksList {
    override func downloadEnded(_ downloader: ImageDownloader) { takeDownload(downloader) }

    override func filtrationEnded(_ filtration: ImageFiltration) { takeFiltration(filtration) }
}
