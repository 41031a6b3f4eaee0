import Foundation
struct P: Codable { var a: Int }
func scenario() -> Int {
    let p = try! JSONDecoder().decode(P.self, from: Data("{}".utf8))
    return p.a
}
