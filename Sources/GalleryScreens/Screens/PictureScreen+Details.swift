import TerminalViews

/// The details beside the picture.
extension PictureScreen {
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

    func updateDetails() {
        guard !details.isHidden, let entry = browser.page.selectedEntry else { return }
        setNeedsLayout()
        details.show(entry, loaded)
    }
}
