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

    /// Reads open details again once the refresh of a cached picture has ended: an unchanged picture is not delivered a
    /// second time, but its freshness has changed.
    func noteEndOfRefresh() {
        guard loaded?.isFinal == false, imageView.latestOperation == nil, !isRefreshNoted else { return }
        isRefreshNoted = true
        if !details.isHidden { details.readAgain() }
    }

    func updateDetails() {
        guard !details.isHidden, let entry = browser.page.selectedEntry else { return }
        setNeedsLayout()
        details.show(entry, loaded)
    }
}
