import Foundation
import Testing

@testable import Timeline

/// Contrast as WCAG 2.2 defines it (1.4.3), on a black and on a white ground.
@Suite struct PaletteTests {
    private typealias Colour = Role.Colour
    /// Every role with text that must be read: all but the bars' own signs.
    private static let roles: [Role] =
        [.text, .name, .heading, .mark, .secondary, .good, .warning, .bug, .selection, .barrierLabel] + (-1..<8).map { .barLabel($0) }

    private func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
        func linear(_ part: Double) -> Double { part / 255 <= 0.03928 ? part / 255 / 12.92 : pow((part / 255 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    private func contrast(_ one: Double, _ other: Double) -> Double { (max(one, other) + 0.05) / (min(one, other) + 0.05) }

    /// The luminance that a terminal shows for a colour.
    private func luminance(_ colour: Colour, _ depth: Style.Colour) -> Double {
        if depth == .direct { return luminance(Double(colour.red), Double(colour.green), Double(colour.blue)) }
        let index = Double(colour.index)
        if index >= 232 { return luminance(8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)) }
        func level(_ step: Double) -> Double { step == 0 ? 0 : 55 + 40 * step }
        let place = index - 16
        return luminance(
            level((place / 36).rounded(.down)), level((place / 6).rounded(.down).truncatingRemainder(dividingBy: 6)),
            level(place.truncatingRemainder(dividingBy: 6)))
    }

    @Test("Text that must be read has a contrast of 4.5 at least, on black and on white", arguments: [Style.Colour.indexed, .direct])
    func readable(_ depth: Style.Colour) {
        for role in Self.roles {
            let look = role.look(depth)
            for ground in look.ground.map({ [luminance($0, depth)] }) ?? [0, 1] {
                // The terminal's own letters fit its ground.
                guard let letters = look.letters else { continue }
                let contrast = contrast(luminance(letters, depth), ground)
                #expect(contrast >= 4.5, "\(role): \(contrast)")
            }
        }
    }

    @Test("With eight colours, whose shades are unknown, such text has the terminal's own letters and ground; nothing is drawn in white")
    func basic() {
        for role in Self.roles { #expect(role.look(.basic).letters == nil && role.look(.basic).ground == nil, "\(role)") }
        for role in (-1..<8).flatMap({ [Role.bar($0), .waiting($0)] }) { #expect(role.look(.basic).letters?.basic != 7, "\(role)") }
        #expect(Palette.parameters(.bar(0), .basic, isReversed: true) == "36;7")
        #expect(Palette.parameters(.barLabel(0), .basic, isReversed: false) == "7")
        #expect(Role.secondary.parameters(.basic).isEmpty && Role.secondary.parameters(.indexed) == "38;5;243")
    }
}
