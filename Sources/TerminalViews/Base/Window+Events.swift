import TerminalScreen

extension Window {
    /// Dispatches an event to its target view, and from there up the chain of superviews until one handles it. Returns
    /// `false` if none does.
    ///
    /// Keys and pasted text go to the first responder; without one, to the frontmost visible subview of the window.
    /// Mouse events go to the view under the pointer, unless an ancestor intercepts them; a press makes this view, or
    /// its nearest ancestor that can be, the first responder.
    @discardableResult
    package func sendEvent(_ event: InputEvent) -> Bool {
        switch event {
        case .key, .paste: sendKey(event)
        case .mouse(let mouse): sendMouse(mouse)
        case .reply: false  // it concerns the terminal, not a view
        }
    }

    // MARK: - First responder

    func makeFirstResponder(_ view: View) -> Bool {
        guard view.canBecomeFirstResponder, view.isInVisibleTree, view.window === self else { return false }
        guard firstResponder !== view else { return true }
        firstResponder?.setNeedsDisplay()
        firstResponder = view
        view.setNeedsDisplay()
        return true
    }

    /// Resigns the first responder if it is `view` or inside of it, because `view` is being removed or hidden.
    func resignFirstResponder(inside view: View) {
        guard let first = firstResponder, first.isDescendant(of: view) else { return }
        firstResponder = nil
        first.setNeedsDisplay()
    }

    // MARK: - Dispatch

    private func sendKey(_ event: InputEvent) -> Bool {
        var view = firstResponder ?? subviews.last { !$0.isHidden }
        while let current = view {
            if current.handle(event) { return true }
            view = current.superview
        }
        return false
    }

    private func sendMouse(_ event: MouseEvent) -> Bool {
        let isOfPress = event.action == .release || event.action == .drag
        let captured = isOfPress ? pressedView.flatMap { $0.window === self ? $0 : nil } : nil
        if event.action == .release { pressedView = nil }
        guard let target = captured ?? hitTest(event.position) else { return false }
        let path = Array(sequence(first: target, next: \.superview))  // innermost first
        func local(_ view: View) -> MouseEvent {
            var local = event
            local.position = view.convert(event.position, from: nil)
            return local
        }
        if let handler = path.last(where: { $0.intercept(local($0)) }) {
            if event.action == .press { pressedView = handler }
            return true
        }
        if event.action == .press { moveFocus(to: target) }
        guard let handler = path.first(where: { $0.handle(.mouse(local($0))) }) else { return false }
        if event.action == .press { pressedView = handler }
        return true
    }

    /// Makes a view, or its nearest ancestor that can be, the first responder.
    private func moveFocus(to target: View) {
        var view: View? = target
        while let current = view, !current.canBecomeFirstResponder { view = current.superview }
        view?.becomeFirstResponder()
    }
}

extension View {
    /// Whether the view is its window's first responder.
    var isFirstResponder: Bool { window?.firstResponder === self }
}
