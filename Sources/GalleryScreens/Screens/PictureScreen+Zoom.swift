import ImageCoding
import ImageLoading
import TerminalScreen
import TerminalViews

/// The scale of the open picture, and its decode at that scale.
extension PictureScreen {
    func changeZoom(_ change: (inout PictureZoom) -> Void) {
        guard loaded != nil else { return }
        change(&zoom)
        applyZoom()
        updateDetails(fromStart: false)
    }

    func pan(right: Double, down: Double, isPossible: Bool) -> Bool {
        guard zoom.mode != .fit, isPossible else { return false }
        if zoom.pan(right: right, down: down) { zoomView.placement = zoom.placement }
        return true  // at the edge nothing happens: another picture would be a surprise
    }

    /// Shows the picture with the zoom, and requests a decode at that scale.
    func applyZoom() {
        zoomLoad?.cancel()
        zoomLoad = nil
        guard let loaded else { return hideZoom() }
        adaptZoom(to: loaded)
        guard zoom.mode != .fit else {
            zoom.reset()
            return hideZoom()
        }
        let placement = zoom.placement
        if zoomView.isHidden { zoomView.image = imageView.currentFrame ?? loaded.image }
        zoomView.placement = placement
        zoomView.isHidden = false
        let isSharp = zoomView.image.map { zoom.isSharp(at: $0.size) } ?? false
        guard !isSharp, let url = browser.page.selectedEntry?.url else { return }
        var context = ImageContext()
        context.row = row
        if imageView.player != nil { context.animation = .frames }
        (context.variant.box, context.variant.pixelAspect) = browser.environment.renderer.sampling.decoding(
            to: placement.size, halfCellAspect: zoom.halfCellAspect)
        zoomLoad = browser.manager.loadImage(
            url, options: GallerySettings.imageOptions.union(.highPriority), context: context
        ) { [weak self] result in
            switch result {
            case .success(let sharp): self?.show(sharp: sharp.image)
            case .failure(.cancelled): break
            case .failure(let error): self?.show(status: "no higher resolution: \(error)")
            }
        }
    }

    func adaptZoom(to loaded: LoadedImage) {
        zoom = PictureZoom(
            picture: loaded.image.sourceSize, screen: pictureRoom, halfCellAspect: browser.environment.pixelAspect,
            sampling: browser.environment.renderer.sampling, isInPixels: browser.environment.renderer.pixels != nil,
            keeping: zoom)
    }

    private func hideZoom() {
        zoomView.isHidden = true
        zoomView.image = nil
        if let loaded { imageView.takeFrames(of: loaded.image) }
    }
}
