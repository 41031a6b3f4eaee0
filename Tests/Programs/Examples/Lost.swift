import Dispatch

DispatchQueue.global().async { print("a") }
print("b")
