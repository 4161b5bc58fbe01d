import TerminalScreen

extension Window {
    /// Gives an event to the view it is for, and from there to the views that is in until one handles it. `false` if
    /// none did.
    ///
    /// Keys and pasted text go to the first responder; without one, to the frontmost visible view of the window. Tab
    /// that nobody handles moves on to the next view that takes keys. Mouse events go to the view under the pointer,
    /// unless one that it is in intercepts them; a press makes it, or the next one that it is in, the first responder if
    /// it can be.
    @discardableResult
    public func sendEvent(_ event: InputEvent) -> Bool {
        switch event {
        case .key, .paste: sendKey(event)
        case .mouse(let mouse): sendMouse(mouse)
        case .focus, .reply: false  // they concern the terminal, not a view
        }
    }

    /// Moves the keys to the next view that takes them, in the order of the tree, and around at the end. `false` if
    /// there is no other.
    @discardableResult
    public func focusNext() -> Bool { moveFocus(by: 1) }

    /// The same in the other direction.
    @discardableResult
    public func focusPrevious() -> Bool { moveFocus(by: -1) }

    // MARK: - First responder

    func makeFirstResponder(_ view: View) -> Bool {
        guard view.canBecomeFirstResponder, view.isInVisibleTree, view.window === self else { return false }
        guard firstResponder !== view else { return true }
        if let old = firstResponder {
            guard old.resignFirstResponder() else { return false }
            old.setNeedsDisplay()
        }
        firstResponder = view
        view.setNeedsDisplay()
        return true
    }

    /// Keys cannot go to what is no longer there.
    func resignFirstResponder(inside view: View) {
        guard let first = firstResponder, first.isDescendant(of: view) else { return }
        first.resignFirstResponder()
        if firstResponder === first { firstResponder = nil }
        first.setNeedsDisplay()
    }

    private func moveFocus(by step: Int) -> Bool {
        var candidates: [View] = []
        collectFocusable(in: self, into: &candidates)
        guard !candidates.isEmpty else { return false }
        let current = candidates.firstIndex { $0 === firstResponder }
        let start = current ?? (step > 0 ? -1 : candidates.count)
        let next = (start + step + candidates.count) % candidates.count
        return candidates[next] !== firstResponder && candidates[next].becomeFirstResponder()
    }

    private func collectFocusable(in view: View, into result: inout [View]) {
        guard !view.isHidden else { return }
        if view.canBecomeFirstResponder, !view.bounds.isEmpty { result.append(view) }
        for subview in view.subviews { collectFocusable(in: subview, into: &result) }
    }

    // MARK: - Dispatch

    private func sendKey(_ event: InputEvent) -> Bool {
        var view = firstResponder ?? subviews.last { !$0.isHidden }
        while let current = view {
            if current.handle(event) { return true }
            view = current.superview
        }
        switch event {
        case .key(.tab): return focusNext()
        case .key(.backTab): return focusPrevious()
        default: return false
        }
    }

    private func sendMouse(_ event: MouseEvent) -> Bool {
        let isOfPress = event.action == .release || event.action == .drag
        let captured = isOfPress ? pressedView.flatMap { $0.window === self ? $0 : nil } : nil
        if event.action == .release { pressedView = nil }
        guard let target = captured ?? hitTest(event.position) else { return false }
        let path = Array(sequence(first: target, next: \.superview))  // what is inside first
        func local(_ view: View) -> MouseEvent {
            var local = event
            local.position = view.convert(event.position, from: nil)
            return local
        }
        if let taker = path.last(where: { $0.intercept(local($0)) }) {
            if event.action == .press { pressedView = taker }
            return true
        }
        if event.action == .press { giveKeys(toTakerFrom: target) }
        guard let taker = path.first(where: { $0.handle(.mouse(local($0))) }) else { return false }
        if event.action == .press { pressedView = taker }
        return true
    }

    private func giveKeys(toTakerFrom target: View) {
        var view: View? = target
        while let current = view, !current.canBecomeFirstResponder { view = current.superview }
        view?.becomeFirstResponder()
    }
}

extension View {
    /// Whether keys go to this view first.
    public var isFirstResponder: Bool { window?.firstResponder === self }
}
