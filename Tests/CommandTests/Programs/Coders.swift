// Sets what Foundation guards by locks of its own: its setters end with a jump to the function that gives the lock back.
import Foundation

let encoder = JSONEncoder(), decoder = JSONDecoder(), writer = PropertyListEncoder(), reader = PropertyListDecoder()
encoder.outputFormatting = .sortedKeys
encoder.outputFormatting.insert(.prettyPrinted)
encoder.nonConformingFloatEncodingStrategy = .throw
encoder.userInfo = [:]
decoder.nonConformingFloatDecodingStrategy = .throw
decoder.userInfo = [:]
writer.outputFormat = .xml
writer.userInfo = [:]
reader.userInfo = [:]
// CoreFoundation guards this one by a semaphore.
let intervals = DateIntervalFormatter()
intervals.locale = Locale(identifier: "en_US")
intervals.dateStyle = .short
intervals.dateTemplate = "yMd"
intervals.timeZone = TimeZone(secondsFromGMT: 0)!

// The program's own.
let lock = NSLock(), condition = NSCondition()
lock.lock()
lock.unlock()
let locking: any NSLocking = condition
locking.lock()
condition.signal()
locking.unlock()
