import Testing
@testable import Learning
