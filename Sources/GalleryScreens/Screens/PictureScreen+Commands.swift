import TerminalViews

/// The key commands of the open picture, some of which wait until it is loaded.
extension PictureScreen {
    /// The precondition of a command.
    enum Need {
        /// The picture is loaded, to change its scale.
        case picture
        /// The scale is known: in an enlarged picture directions pan, otherwise they change the picture.
        case zoom
        case animation
    }

    /// Performs a command when its precondition holds. A failed load drops it.
    func perform(_ need: Need, _ command: @escaping @MainActor (PictureScreen) -> Void) {
        guard !hasToWait(for: need) else { return keysAhead.append((need, command)) }
        command(self)
        updateFooter()
    }

    private func hasToWait(for need: Need) -> Bool {
        guard loaded == nil, !hasEnded else { return false }
        switch need {
        case .picture: return true
        case .zoom: return zoom.mode != .fit || keysAhead.contains { $0.need == .picture }
        // The animation may be playing in another size.
        case .animation: return imageView.player == nil
        }
    }

    func move(_ move: ItemMove) {
        switch move {
        case .up: look(right: 0, down: -0.25)
        case .down: look(right: 0, down: 0.25)
        case .left: look(right: -0.25, down: 0)
        case .right: look(right: 0.25, down: 0)
        case .pageUp: step(to: row - 1)
        case .pageDown: step(to: row + 1)
        case .first: step(to: 0)
        case .last: step(to: browser.page.count - 1)
        }
        updateFooter()
    }

    /// Pans an enlarged picture, or shows the previous or next one.
    private func look(right: Double, down: Double) {
        perform(.zoom) { screen in
            let isPossible = right == 0 ? screen.zoom.isHigher : screen.zoom.isWider
            guard !screen.pan(right: right, down: down, isPossible: isPossible) else { return }
            screen.step(to: screen.row + (right + down < 0 ? -1 : 1))
        }
    }

    func zoom(_ change: @escaping (inout PictureZoom) -> Void) { perform(.picture) { $0.changeZoom(change) } }

    func refresh() {
        if let entry = browser.page.selectedEntry { reload(options: browser.refreshOptions(for: entry)) }
        updateFooter()
    }
}
