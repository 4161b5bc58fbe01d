extension ImageView {
    /// The progress of a load that is indicated, whatever the indicator is at present.
    struct Indication {
        /// The progress from 0 to 1; `nil` while it is not known.
        var fraction: Double?
    }

    func startIndicator() {
        indication = Indication()
        updateIndicator()
    }

    func stopIndicator() {
        guard indication != nil else { return }
        indication = nil
        updateIndicator()
    }

    func setProgress(_ fraction: Double?) {
        guard indication != nil else { return }
        indication?.fraction = fraction
        indicatorView?.fraction = fraction
    }

    /// Replaces the indicator view to match ``indicator`` and the present load.
    func updateIndicator() {
        indicatorView?.removeFromSuperview()
        indicatorView = nil
        guard let indication, let view = indicator.makeView(isASCII: environment.isASCII) else { return }
        view.fraction = indication.fraction
        view.frame = bounds
        indicatorView = view
        addSubview(view)
    }
}
