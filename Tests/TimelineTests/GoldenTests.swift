import TestSupport
import Testing
import Timeline
import Trace

/// A run, how it is drawn, and the file that says how that looks.
struct Picture: Sendable, CustomTestStringConvertible {
    var name: String
    var trace: Trace
    var widths = [100]
    var styles: [(name: String, style: Style)] = [("", .plain)]
    var testDescription: String { name }

    static let all: [Picture] = [
        Picture(
            name: "photo-library", trace: Samples.photoLibrary, widths: [40, 60, 100, 200, 400],
            styles: [("", .plain), ("-ascii", .ascii), ("-colour", .colour)]),
        Picture(name: "serial-backlog", trace: Samples.serialBacklog, widths: [80, 100]),
        Picture(name: "barrier-on-global-queue", trace: Samples.barrierOnGlobalQueue, styles: [("", .plain), ("-ascii", .ascii)]),
        Picture(name: "operations", trace: Samples.operations),
        Picture(
            name: "actors", trace: Samples.actors, widths: [60, 100],
            styles: [("", .plain), ("-ascii", .ascii), ("-colour", .colour)]),
        Picture(
            name: "awaiting", trace: Samples.awaiting, widths: [60, 100],
            styles: [("", .plain), ("-ascii", .ascii), ("-colour", .colour)]),
        Picture(name: "killed", trace: Samples.killed, widths: [40, 100], styles: [("", .plain), ("-ascii", .ascii)]),
        Picture(name: "three-thousand-items", trace: Samples.threeThousandItems),
        Picture(name: "many-threads", trace: Samples.manyThreads),
        Picture(name: "many-writes", trace: Samples.manyWrites),
        Picture(name: "hostile-labels", trace: Samples.hostileLabels, widths: [40, 100], styles: [("", .plain), ("-ascii", .ascii)]),
        Picture(name: "empty", trace: Trace()),
        Picture(name: "one-instant", trace: Samples.oneInstant),
        Picture(name: "long-idle", trace: Samples.longIdle, styles: [("", .plain), ("-ascii", .ascii)]),
        Picture(name: "nested-sync", trace: Samples.nestedSync),
        Picture(
            name: "lock-turns", trace: Samples.lockTurns, widths: [60, 100],
            styles: [("", .plain), ("-ascii", .ascii), ("-colour", .colour)]),
        Picture(name: "explored", trace: Samples.explored),
    ]
}

@Suite("Pictures that people have looked at") struct GoldenTests {
    @Test("A run is drawn as its golden files show: by queues, by threads, and by tasks if it has some", arguments: Picture.all)
    func timeline(_ picture: Picture) {
        for style in picture.styles {
            for width in picture.widths {
                let drawings = LaneMode.allCases.filter { $0 != .tasks || !picture.trace.tasks.isEmpty }.map { mode in
                    TimelineDrawing(
                        picture.trace, options: TimelineOptions(width: width, lanes: mode, style: style.style, title: mode.rawValue)
                    ).text()
                }
                expectGolden("\(picture.name)-\(width)\(style.name)", drawings.joined(separator: "\n\n"))
            }
        }
    }

    @Test("The tables of items, tasks and waits are as their golden files show", arguments: [40, 80, 100, 200])
    func tables(_ width: Int) {
        for (name, trace) in [
            ("photo-library", Samples.photoLibrary), ("operations", Samples.operations), ("actors", Samples.actors),
            ("killed", Samples.killed),
        ] {
            let options = TableOptions(width: width, style: .plain)
            let texts = [
                ItemTable(trace, options: options).text(), TaskTable(trace, options: options).text(),
                WaitTable(trace, options: options).text(),
            ]
            expectGolden("tables-\(name)-\(width)", texts.joined(separator: "\n\n"))
        }
    }

    @Test("Two runs one above the other share an axis, as their golden file shows")
    func comparison() {
        let drawing = TimelineComparison(
            Samples.photoLibrary, Samples.serialBacklog, titles: ("barrier", "serial"), options: TimelineOptions(width: 100))
        expectGolden("comparison-100", drawing.text())
    }

    @Test("A bar chart is drawn as its golden files show, in every style")
    func chart() {
        let chart = BarChart(
            title: "Throughput by variant", unit: "reads/s",
            rows: [
                ("barrier", 412_345, "readers overlap"), ("serial", 120_500, "reads wait for each other"), ("lock", 298_000, ""),
                ("actor", 61_234.5, ""), ("unprotected", 0, "crashed"), ("slow", 12.5, ""),
            ])
        let styles: [(String, Style)] = [("", .plain), ("-ascii", .ascii), ("-colour", .colour)]
        for (name, style) in styles {
            for width in [40, 80] { expectGolden("bar-chart-\(width)\(name)", chart.text(width: width, style: style)) }
        }
    }

    @Test("Marks cross the rows of a bar chart, each under its name, as the golden files show")
    func marks() {
        var chart = BarChart(
            title: "Strides", unit: "×", rows: [("loop", 1, ""), ("stride of 1", 0.084, ""), ("stride of 64", 1.63, ""), ("all", 0, "")])
        chart.decimals = 2
        chart.marks = [.init(label: "ideal: 2 cores", value: 2), .init(label: "loop", value: 1), .init(label: "nowhere", value: .nan)]
        for (name, style) in [("", Style.plain), ("-ascii", .ascii)] {
            for width in [40, 80] { expectGolden("bar-chart-marks-\(width)\(name)", chart.text(width: width, style: style)) }
        }
    }
}
