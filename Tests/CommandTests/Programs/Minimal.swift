import Dispatch

DispatchQueue(label: "test.work").sync { print("done") }
