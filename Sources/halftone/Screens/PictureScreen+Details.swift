import TerminalViews

/// The details beside the picture.
extension PictureScreen {
    /// Shows the details, scrolls to the rest in a low window, then hides them.
    func toggleDetails() {
        if details.isHidden {
            details.isHidden = false
            updateDetails()
        } else if !details.showMore() {
            details.isHidden = true
            setNeedsLayout()
        }
    }

    /// Reads open details again once the refresh of a cached picture has ended: an unchanged picture is not delivered a
    /// second time, but its freshness has changed.
    func noteEndOfRefresh() {
        guard loaded?.isFinal == false, imageView.latestOperation == nil, !isRefreshNoted else { return }
        isRefreshNoted = true
        if !details.isHidden { details.askAgain() }
    }

    func updateDetails() {
        guard !details.isHidden, let entry = browser.page.selectedEntry else { return }
        setNeedsLayout()
        details.show(entry, loaded, hasFailed: hasEnded && loaded == nil)
    }
}
