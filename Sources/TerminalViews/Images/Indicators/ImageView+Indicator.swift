extension ImageView {
    /// A load that an indicator is shown for, whichever kind that is at the moment.
    struct Indication {
        /// From 0 to 1; `nil` while it is not known.
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

    /// Makes the indicator that is seen the one that should be.
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
