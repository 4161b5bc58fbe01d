import TerminalViews

/// The commands of keys on the open picture, some of which wait until it is there.
extension PictureScreen {
    /// What a command needs before it can be carried out.
    enum Need {
        /// The picture, to change how large it is shown.
        case picture
        /// To know whether the picture is enlarged: then directions look around, else they lead on.
        case zoom
        case animation
    }

    /// Carries a command out once what it needs is there. A failure of the load drops it.
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
        // Another size of it may be playing already.
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
        case .last: step(to: gallery.count - 1)
        }
        updateFooter()
    }

    /// Moves an enlarged picture, or shows the one before or after.
    private func look(right: Double, down: Double) {
        perform(.zoom) { screen in
            let isPossible = right == 0 ? screen.zoom.isHigher : screen.zoom.isWider
            guard !screen.pan(right: right, down: down, isPossible: isPossible) else { return }
            screen.step(to: screen.row + (right + down < 0 ? -1 : 1))
        }
    }

    func zoom(_ change: @escaping (inout PictureZoom) -> Void) { perform(.picture) { $0.changeZoom(change) } }

    func refresh() {
        if gallery.count > 0 { load(options: gallery.refreshOptions(for: gallery.entry(row))) }
        updateFooter()
    }
}
