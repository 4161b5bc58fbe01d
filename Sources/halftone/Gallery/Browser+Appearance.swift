import TerminalViews

/// The indicator, transition and placeholder of pictures that load: each function changes to the next and returns its name.
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

    private static func next<Value>(after value: Value, in values: [Value], name: KeyPath<Value, String>) -> Value {
        let index = values.firstIndex { $0[keyPath: name] == value[keyPath: name] } ?? 0
        return values[(index + 1) % values.count]
    }
}
