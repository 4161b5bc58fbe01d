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
        guard !details.isHidden, browser.page.count > 0 else { return }
        setNeedsLayout()
        details.show(browser.page.entry(row), loaded, hasFailed: hasEnded && loaded == nil)
    }
}
