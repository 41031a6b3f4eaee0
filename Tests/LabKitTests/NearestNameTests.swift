import Testing

@testable import LabKit
