extension SweptClass {
    /// How to create objects of classes without an initializer that has no parameters.
    static let makers = [
        "NSMutableURLRequest": "NSMutableURLRequest(url: URL(string: \"http://example.org\")!)",
        "NSURLRequest": "NSURLRequest(url: URL(string: \"http://example.org\")!)",
        "XMLElement": "{ let element = XMLElement(name: \"a\"); element.addChild(XMLElement(name: \"c\")); return element }()",
        "XMLNode": "XMLElement(name: \"a\")", "XMLDocument": "XMLDocument(rootElement: XMLElement(name: \"a\"))",
        "XMLParser": "XMLParser(data: Data(\"<a/>\".utf8))", "Scanner": "Scanner(string: \"1 2 3\")",
        "NSEnumerator": "NSArray(array: [1, 2, 3]).objectEnumerator()", "Stream": "InputStream(data: Data([1, 2]))",
        "InputStream": "InputStream(data: Data([1, 2]))", "OutputStream": "OutputStream.toMemory()",
        "URLSessionConfiguration": "URLSessionConfiguration.ephemeral",
        "URLCache": "URLCache(memoryCapacity: 1000, diskCapacity: 0, diskPath: nil)",
        "NSString": "NSString(string: \"ab\")", "NSMutableString": "NSMutableString(string: \"ab\")",
        "NSAttributedString": "NSAttributedString(string: \"ab\")",
        "NSMutableAttributedString": "NSMutableAttributedString(string: \"ab\")",
        "NSArray": "NSArray(array: [1, 2, 3])", "NSMutableArray": "NSMutableArray(array: [1, 2, 3])",
        "NSDictionary": "NSDictionary(dictionary: [\"a\": 1])", "NSMutableDictionary": "NSMutableDictionary(dictionary: [\"a\": 1])",
        "NSData": "NSData(data: Data([1, 2]))", "NSMutableData": "NSMutableData(data: Data([1, 2]))",
        "NSKeyedArchiver": "NSKeyedArchiver(requiringSecureCoding: false)", "NSCalendar": "NSCalendar(calendarIdentifier: .gregorian)!",
        "NSTimeZone": "NSTimeZone(forSecondsFromGMT: 0)", "NSLocale": "NSLocale(localeIdentifier: \"en\")",
        "NSRegularExpression": "try! NSRegularExpression(pattern: \"a\")",

        "NSNotification": "NSNotification(name: Notification.Name(\"a\"), object: nil)", "NSURL": "NSURL(string: \"http://example.org\")!",
        "NSURLQueryItem": "NSURLQueryItem(name: \"a\", value: \"b\")", "NSNumber": "1 as NSNumber",
        "NSMeasurement": "NSMeasurement(doubleValue: 1, unit: UnitLength.meters)", "NSIndexPath": "NSIndexPath(index: 1)",
        "NSPredicate": "NSPredicate(value: true)", "NSCompoundPredicate": "NSCompoundPredicate(andPredicateWithSubpredicates: [])",
        "NSDecimalNumber": "NSDecimalNumber(value: 1)", "Unit": "UnitLength.meters", "Dimension": "UnitLength.meters",
        "NSKeyedUnarchiver":
            "NSKeyedUnarchiver(forReadingFrom: NSKeyedArchiver.archivedData(withRootObject: NSString(string: \"a\")))",
        "NSError": "NSError(domain: \"a\", code: 1)", "ProcessInfo": "ProcessInfo.processInfo", "FileManager": "FileManager.default",
        "Progress": "Progress(totalUnitCount: 2)", "URLResponse": Self.response, "Bundle": "Bundle.main",
        "HTTPURLResponse":
            "HTTPURLResponse(url: URL(string: \"http://example.org\")!, statusCode: 200, httpVersion: nil, headerFields: nil)!",
        "CachedURLResponse": "CachedURLResponse(response: \(Self.response), data: Data([1]))",
        "UserDefaults": "UserDefaults(suiteName: \"interleave.sweep\")!",
        "DispatchQueue": "DispatchQueue(label: \"a\")", "DispatchSemaphore": "DispatchSemaphore(value: 1)",
        "DispatchWorkItem": "DispatchWorkItem {}",
    ]
    private static let response =
        "URLResponse(url: URL(string: \"http://example.org\")!, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)"

    /// Documented as thread-safe, or declared `Sendable` and protected by their own locks on Linux.
    static let safe: Set = [
        "NotificationCenter", "UserDefaults", "ProcessInfo", "JSONEncoder", "JSONDecoder", "PropertyListEncoder", "PropertyListDecoder",
        "DateFormatter", "NumberFormatter", "DateIntervalFormatter", "FileManager", "Bundle", "NSCache", "NSLock", "NSRecursiveLock",
        "NSCondition",
        "NSConditionLock", "Operation", "BlockOperation", "OperationQueue", "DispatchObject", "DispatchQueue", "DispatchGroup",
        "DispatchSemaphore",
        "DispatchWorkItem", "DispatchSource",
    ]
    /// These need the kernel, another process, the network or a run loop, or can be created only
    /// from an object of the same kind.
    static let outside: Set = [
        "RunLoop", "Timer", "Process", "Pipe", "Host", "FileHandle", "Port", "SocketPort", "PortMessage", "NotificationQueue", "Thread",
        "URLSession", "URLSessionTask", "URLSessionDataTask", "URLSessionDownloadTask", "URLSessionUploadTask", "URLSessionStreamTask",
        "URLSessionWebSocketTask", "URLSessionTaskMetrics", "URLSessionTaskTransactionMetrics", "URLProtocol", "URLAuthenticationChallenge",
        "HTTPCookieStorage", "URLCredentialStorage", "DispatchIO",
    ]
    /// Methods that wait, or that a program must call in pairs: called once, they behave as
    /// documented.
    static let paired: Set = [
        "wait", "lock", "unlock", "leave", "suspend", "resume", "signal", "acquire", "close", "main", "start", "notify", "try",
        "waitUntilFinished",
    ]
}
