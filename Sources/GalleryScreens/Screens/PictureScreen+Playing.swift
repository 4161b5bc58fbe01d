import ImageCoding
import TerminalViews

/// Animations and the slideshow.
extension PictureScreen {
    func show(_ frame: Image) {
        if !zoomView.isHidden { zoomView.image = frame }
        updateFooter()
    }

    /// Shows the decode at the present scale.
    func show(sharp image: Image) {
        if imageView.player == nil { zoomView.image = image } else { imageView.takeFrames(of: image) }
    }

    /// The state of the animation.
    var playingFacts: [String] {
        guard let player = imageView.player else { return [] }
        let fact = "frame \(imageView.currentFrameIndex + 1)/\(player.frameCount)"
        return imageView.isStarted ? [fact] : [fact, "paused"]
    }

    func playOrPause() {
        guard imageView.player != nil else { return hasEnded ? browser.flash("not an animation") : () }
        imageView.isStarted ? imageView.stopAnimating() : imageView.startAnimating()
        // A reload or another size keeps the state.
        imageView.autoPlays = imageView.isStarted
        updateFooter()
    }

    // MARK: - Slideshow

    func toggleSlideshow() {
        if slideshow.isRunning { slideshow.stop() } else { slideshow.start() }
        browser.flash(
            slideshow.isRunning
                ? "slideshow: next picture every \(Int(slideshow.interval.seconds)) s" : "slideshow ended")
        setNeedsDisplay()
        updateFooter()
    }

    /// Handles the end of the last picture's time. While more may come, it stays for another interval.
    func waitForMore(at now: Duration) -> Duration? {
        let (page, hasFailed) = (browser.page, browser.page.reader.paging.hasFailed)
        guard page.isArranging || page.isRefreshing || page.reader.isMore, !hasFailed else {
            slideshow.stop()
            browser.flash(
                hasFailed
                    ? "the next page could not be read — \(keyName(Action.refreshAll)): retry"
                    : "this is the last picture")
            updateFooter()
            return nil
        }
        page.readAhead()
        slideshow.didStep()
        return slideshow.deadline(isShown: hasEnded, now: now)
    }

    func advanceSlideshow(to now: Duration) -> Duration? {
        guard let deadline = slideshow.deadline(isShown: hasEnded, now: now) else { return nil }
        guard deadline <= now else { return deadline }
        let before = row
        step(to: row + 1)
        guard row > before else { return waitForMore(at: now) }
        return slideshow.deadline(isShown: hasEnded, now: now)  // immediately, if it was in memory: no event follows
    }
}
