import TestSupport
import Testing

@testable import LabKit

@Suite("Which files of a lab are staging", .startsProcesses) struct StagingTests {
    private struct NoParameters: LabParameters {}

    @Test("A file that the lab names, or one in a folder that it names, and no other of the same name")
    func files() {
        let lab = Lab<NoParameters>(
            name: "lab-test", title: "", about: "", next: [], variants: [], staging: ["Meeting.swift", "Staging"],
            file: "/home/student/Labs/Test/main.swift")
        let scenario = "/home/student/Labs/Test/Scenario/"
        for file in ["Meeting.swift", "Staging/Gate.swift", "Staging/Deep/Gate.swift"] {
            #expect(lab.isStaging(scenario + file), "\(file)")
        }
        for file in ["Meetings.swift", "Library.swift", "Deep/Meeting.swift", "StagingArea.swift"] {
            #expect(!lab.isStaging(scenario + file), "\(file)")
        }
        #expect(!lab.isStaging("/home/student/Labs/Other/Scenario/Meeting.swift"))
        #expect(!lab.isStaging("/home/student/Labs/Test/main.swift") && !lab.isStaging(""))
        #expect(lab.isStaging("/home/student/Labs/Test/Explored/Meeting.swift"))
    }
}
