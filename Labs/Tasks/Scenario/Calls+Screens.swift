/// A screen that was closed.
public struct ScreenReport: Codable, Sendable {
    public var isReleased: Bool
    /// The readings that it shows after that.
    public var late: Int
}

@MainActor private protocol Screen: AnyObject {
    init(_ display: Display)
    func open(_ readings: AsyncStream<Int>)
}

extension TemperatureScreen: Screen {}
extension WeakTemperatureScreen: Screen {}
extension GuardedTemperatureScreen: Screen {}

/// A reading comes, the screen is closed, and two more readings come.
@MainActor private func close(_ type: (some Screen).Type) async -> ScreenReport {
    let display = Display(), (readings, thermometer) = AsyncStream.makeStream(of: Int.self)
    var screen: Optional = type.init(display)
    screen?.open(readings)
    thermometer.yield(20)
    await display.shows(1)
    weak let closed = screen
    screen = nil
    let isReleased = closed == nil
    thermometer.yield(21)
    thermometer.yield(22)
    if !isReleased { await display.shows(3) }
    return ScreenReport(isReleased: isReleased, late: display.shown - 1)
}

@MainActor public func closeScreen() async -> ScreenReport { await close(TemperatureScreen.self) }
@MainActor public func closeWeakScreen() async -> ScreenReport { await close(WeakTemperatureScreen.self) }
@MainActor public func closeGuardedScreen() async -> ScreenReport { await close(GuardedTemperatureScreen.self) }
