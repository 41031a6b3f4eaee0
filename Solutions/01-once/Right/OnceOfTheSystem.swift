// The way of C programs: `pthread_once`, with a token that lives as long as the program.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    nonisolated(unsafe) private static let token = {
        let token = UnsafeMutablePointer<pthread_once_t>.allocate(capacity: 1)
        token.initialize(to: pthread_once_t())
        return token
    }()

    static var shared: PhotoCatalogue {
        pthread_once(token) { PhotoCatalogue.instance = PhotoCatalogue() }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
