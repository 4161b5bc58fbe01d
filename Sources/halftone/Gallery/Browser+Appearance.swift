import TerminalScreen
import TerminalViews

/// The indicator, transition and placeholder of pictures that load: each function changes to the next and returns its
/// name.
extension Browser {
    func cycleIndicator() -> String {
        options.indicator = Self.next(after: options.indicator, in: ImageIndicator.all, name: \.name)
        return "indicator: \(options.indicator.name)"
    }

    func cycleTransition() -> String {
        options.transition = Self.next(after: options.transition, in: BrowseOptions.transitions, name: \.name)
        return "transition: \(options.transition.name)"
    }

    func cyclePlaceholder() -> String {
        options.placeholder = Self.next(after: options.placeholder, in: NamedPlaceholder.all, name: \.name)
        return "placeholder: \(options.placeholder.name)"
    }

    /// Changes to the next glyph set, of those that this terminal is known to support and the requested one. Returns
    /// the status message.
    func cycleGlyphs() -> String {
        guard !environment.isASCII else { return "pictures: half, without UTF-8" }
        let facts = environment.application?.session?.facts
        guard facts?.ambiguousWidth != 2 else { return "pictures: half, because blocks are two columns wide here" }
        let colors = environment.renderer.colors
        let finest = GlyphSet.finest(inTerminalNamed: facts?.name).possible(in: colors)
        let sets = GlyphSet.allCases.prefix { $0 != finest } + [finest]
        let asked = [options.common.pictures?.possible(in: colors)].compactMap(\.self).filter { !sets.contains($0) }
        let glyphs = Self.next(after: environment.renderer.glyphs, in: sets + asked, name: \.rawValue)
        environment.renderer = environment.renderer.with(glyphs)
        return "pictures: \(glyphs.rawValue)"
    }

    private static func next<Value>(after value: Value, in values: [Value], name: KeyPath<Value, String>) -> Value {
        let index = values.firstIndex { $0[keyPath: name] == value[keyPath: name] } ?? 0
        return values[(index + 1) % values.count]
    }
}
