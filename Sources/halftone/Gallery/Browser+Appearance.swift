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

    /// Whether this terminal shows pictures pixel by pixel, and they are drawn in half blocks.
    var canShowPixels: Bool {
        environment.renderer.method == .glyphs(.halfBlocks)
            && PictureMethods(environment.application?.session).hasPixels
    }

    /// Changes to the next method of drawing pictures, of those that this terminal is known to support and the requested
    /// one. Returns the status message.
    func cyclePictureMethod() -> String {
        let methods = PictureMethods(environment.application?.session)
        guard !environment.isASCII else { return "pictures: half, without UTF-8" }
        if let obstacle = methods.obstacle { return "pictures: half, \(obstacle)" }
        let asked = methods.renderer(options.common.pictureMethod, from: environment.renderer).method
        let all = methods.all + (methods.all.contains(asked) ? [] : [asked])
        let method = Self.next(after: environment.renderer.method, in: all, name: \.name)
        environment[PictureChoice.self] = method
        environment.renderer = methods.renderer(method, from: environment.renderer)
        return "pictures: \(method.name)"
    }

    private static func next<Value>(after value: Value, in values: [Value], name: KeyPath<Value, String>) -> Value {
        let index = values.firstIndex { $0[keyPath: name] == value[keyPath: name] } ?? 0
        return values[(index + 1) % values.count]
    }
}
