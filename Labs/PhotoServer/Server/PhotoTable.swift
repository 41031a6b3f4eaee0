import FlyingFox
import Foundation

/// A table of photos, as an app would load it first: for each row a name and an address.
struct PhotoTable {
    struct Row: Codable {
        var name: String
        /// Relative to the server.
        var address: String
    }

    static let faults = ["cut", "truncated", "wrong-length", "garbage", "absurd", "huge", "redirect", "silent", "failing"]
    static let usage = "A table has 1 to 100000 rows. The faults are \(faults.joined(separator: ", ")).\n"

    let rows: [Row]

    /// nil: the request asks for a number of rows or a fault that does not exist.
    init?(_ request: HTTPRequest, photos: [String]) {
        guard let count = request.query["rows"].flatMap({ Int($0) }), (1...100_000).contains(count) else { return nil }
        let fault = request.query["fault"], delay = request.query["delay"].map { "?delay=\($0)" } ?? ""
        if let fault, !Self.faults.contains(fault) { return nil }
        let titles = photos.map { $0.dropLast(".png".count).replacing("-", with: " ") }
        // Typed by hand, with a mistake: the third letter is missing.
        let misspelt = photos.map { String($0.prefix(2) + $0.dropFirst(3)) }
        rows = (0..<count).map { index in
            let photo = index % photos.count, isMisspelt = index % 7 == 3
            let path = isMisspelt ? "/photos/\(misspelt[photo])" : Self.path(of: photos[photo], at: index, fault)
            return Row(name: "\(titles[photo]) \(index + 1)", address: path + delay)
        }
    }

    private static func path(of photo: String, at index: Int, _ fault: String?) -> String {
        guard let fault, index % 5 == 1 else { return "/photos/\(photo)" }
        return switch fault {
        case "cut", "truncated", "wrong-length": "/\(fault)/\(photo)"
        case "failing": "/failing/500"
        default: "/\(fault)"
        }
    }
}
