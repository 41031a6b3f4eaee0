import Course
import Glibc
import System
import Terminal

extension Ways {
    /// The ways from a lab's screen.
    /// - Parameters:
    ///   - lab: the name of the lab: "lab-barrier".
    ///   - folder: its folder, which has the page.
    ///   - variant: the variant that is shown.
    package init(lab: String, folder: String, variant: String? = nil) {
        self.init()
        let parts = folder.split(separator: "/").suffix(2).joined(separator: "/"), file = "\(folder)/README.md"
        if access(file, R_OK) == 0 { page = Page(file: file, title: "\(parts)/README.md") }
        // A lab outside of the package (as a test has one) is none that `interleave` can start.
        guard let package = BuildFolder.current.package, access("\(package)/\(parts)/main.swift", F_OK) == 0 else { return }
        let name = lab.hasPrefix("lab-") ? String(lab.dropFirst(4)) : lab
        self.lab = name
        self.variant = variant
        hasHome = true
        let course = Course(package: package)
        exercises = course.exercises(ofLab: name).map {
            Exercise(name: $0.name, topic: $0.subject, variant: course.variantOfExercise[$0.name])
        }
    }
}
