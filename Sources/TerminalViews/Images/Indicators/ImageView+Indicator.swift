extension ImageView {
    /// The progress of a load, kept when the indicator is replaced.
    struct Indication {
        /// The progress from 0 to 1; `nil` while it is not known.
        var fraction: Double?
        /// Whether the load has lasted so long that the indicator is drawn.
        var isDue = false
    }

    /// How long the view has waited for its latest load. A value; the caller passes the time.
    ///
    /// A turn is due at each time that something depends on, because ``duration`` is that of the latest turn: an image
    /// arrives between turns.
    struct LoadWait {
        /// The first turn during the load; `nil` before it.
        private var start: Duration?
        /// The time until the latest turn.
        private(set) var duration = Duration.zero

        /// Returns the first of these times since the start that is still to come.
        mutating func advance(to now: Duration, until times: [Duration]) -> Duration? {
            let start = start ?? now
            (self.start, duration) = (start, now - start)
            return times.filter { $0 > duration }.min().map { start + $0 }
        }
    }

    /// The time below which a load shows no indicator: it would only flash.
    private static let indicatorDelay = Duration.milliseconds(150)

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

    /// Measures the load, and shows its indicator once it has lasted long enough. Returns the time of the next call;
    /// `nil` if none is needed.
    func advanceLoad(to now: Duration) -> Duration? {
        guard indication != nil || latestOperation != nil else { return nil }
        let times = [
            indicatorView == nil ? .zero : Self.indicatorDelay,
            transition.effect == nil ? .zero : transitionThreshold,
        ]
        let next = loadWait.advance(to: now, until: times)
        if indication?.isDue == false, loadWait.duration >= Self.indicatorDelay {
            indication?.isDue = true
            indicatorView?.isHidden = false
            setNeedsDisplay()  // text makes room for the indicator
        }
        return next
    }

    /// Replaces the indicator view to match ``indicator`` and the present load.
    func updateIndicator() {
        indicatorView?.removeFromSuperview()
        indicatorView = nil
        guard let indication, let view = indicator.makeView() else { return }
        view.fraction = indication.fraction
        view.frame = bounds
        view.isHidden = !indication.isDue
        indicatorView = view
        addSubview(view)
    }
}
