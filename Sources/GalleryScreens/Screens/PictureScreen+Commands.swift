import TerminalViews

/// The key commands of the open picture. Those that scale it or stop its animation have no effect before it is loaded.
extension PictureScreen {
    func move(_ move: ItemMove) {
        switch move {
        case .up: panOrStep(right: 0, down: -0.25)
        case .down: panOrStep(right: 0, down: 0.25)
        case .left: panOrStep(right: -0.25, down: 0)
        case .right: panOrStep(right: 0.25, down: 0)
        case .pageUp: step(to: row - 1)
        case .pageDown: step(to: row + 1)
        case .first: step(to: 0)
        case .last: step(to: browser.page.count - 1)
        }
        updateFooter()
    }

    /// Pans an enlarged picture, or shows the previous or next one.
    private func panOrStep(right: Double, down: Double) {
        let isPossible = right == 0 ? zoom.isHigher : zoom.isWider
        guard !pan(right: right, down: down, isPossible: isPossible) else { return }
        step(to: row + (right + down < 0 ? -1 : 1))
    }

    func zoom(_ change: (inout PictureZoom) -> Void) {
        changeZoom(change)
        updateFooter()
    }

    func refresh() {
        if let entry = browser.page.selectedEntry { reload(options: browser.refreshOptions(for: entry)) }
        updateFooter()
    }

    // MARK: - The details beside the picture

    func toggleDetails() {
        details.isHidden.toggle()
        setNeedsLayout()
        updateDetails()
    }

    /// Scrolls the details, after showing them.
    func scrollDetails(_ direction: Int) {
        if details.isHidden { return toggleDetails() }
        details.scroll(direction < 0 ? .pageUp : .pageDown)
    }

    func updateDetails(fromStart: Bool = true) {
        guard !details.isHidden, let entry = browser.page.selectedEntry else { return }
        setNeedsLayout()
        if let loaded { adaptZoom(to: loaded) }  // the room has changed, the layout follows
        let shown = PictureDetails(item: entry.item, loaded: loaded, shownSize: zoom.placement.size)
        details.show(shown, fromStart: fromStart)
    }
}
