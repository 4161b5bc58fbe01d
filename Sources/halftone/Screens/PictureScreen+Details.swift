import TerminalViews

/// What is known of the picture, over it.
extension PictureScreen {
    /// Shows the details, the rest of them where the window is too low for all, and hides them.
    func toggleDetails() {
        if details.isHidden {
            details.isHidden = false
            updateDetails()
        } else if !details.showMore() {
            details.isHidden = true
        }
    }

    /// The picture was there before, and its server was asked whether it has changed: if not, the load ends without a
    /// word, and only the details have news.
    func noteUnchanged() {
        guard loaded?.isFinal == false, imageView.latestOperation == nil, !isConfirmed else { return }
        isConfirmed = true
        if !details.isHidden { details.askAgain() }
    }

    func updateDetails() {
        guard !details.isHidden, gallery.count > 0 else { return }
        setNeedsLayout()
        details.show(gallery.entry(row), loaded)
    }
}
