import ImageFeeds
import TerminalViews

extension RootView {
    func show(_ change: GalleryChange) {
        switch change {
        case .opened: open(browser.page)
        case .items(let reloading): show(reloading: reloading)
        case .selection: showSelection()
        case .activity:
            list.showState()
            picture.updateFooter()
        case .marks: showMarks()
        case .message(let text): footer.flash(text)
        }
        switch change {
        case .opened, .items, .activity: updateSources()
        case .selection, .marks, .message: break
        }
    }

    /// Shows a page at its last scroll position.
    private func open(_ page: Page) {
        if page.firstLine == nil { list.loadImmediately() }
        list.reload()
        list.showState()
        followSelection()
        prompt.itemsDidChange()
        if let line = page.firstLine { list.restore(firstLine: line) }
        page.firstLine = nil
        guard page.isSinglePicture else { return }
        openPicture()
    }

    /// Shows the selected picture after a move.
    private func showSelection() {
        if isPictureOpen {
            picture.showSelection(showing: list.shownImage)
        } else {
            list.showSelection()
            list.updateFooter()
        }
    }

    /// Shows the selected picture in the open one's place, or the list if there is no picture any more.
    private func followSelection() {
        guard isPictureOpen else { return }
        if browser.page.list.selected?.isFolder ?? true { return closePicture() }
        picture.showSelection(showing: list.shownImage)
    }

    private func show(reloading: Set<PictureSource>) {
        list.showItems(reloading: reloading)
        list.showState()
        followSelection()
        if browser.page.selectedEntry.map({ reloading.contains($0.item.picture) }) == true {
            list.pane.reload(always: true)
            if isPictureOpen { picture.refresh() }
        }
        prompt.itemsDidChange()
    }

    private func showMarks() {
        list.redrawMarks()
        list.updateFooter()
        picture.updateFooter()
    }
}
