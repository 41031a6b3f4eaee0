import Dispatch

let name = readLine() ?? "nobody"
let group = DispatchGroup()
for greeting in ["Hello", "Welcome"] {
    DispatchQueue.global().async(group: group) { print("\(greeting), \(name)!") }
}
group.wait()
