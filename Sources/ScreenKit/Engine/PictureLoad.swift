import FoundationEssentials
import HalftoneCore
import ImageLoading
import TerminalViews

/// The load of the picture that a cell or a screen shows: its request, its state, and the bytes so far in words. Results
/// of an earlier request change nothing.
@MainActor
package final class PictureLoad {
    package enum State {
        /// No picture was requested.
        case idle
        case loading
        /// The whole picture is there. While the load is still running, a newer one may follow.
        case loaded(LoadedImage)
        /// The load has failed or was cancelled. ``PictureLoad/loaded`` is what it was to replace, if there is any.
        case failed(ImageError)
    }

    package private(set) var state = State.idle
    /// The picture of the latest request.
    package private(set) var loaded: LoadedImage?
    /// The latest load, which may have ended.
    package private(set) var operation: ImageLoadOperation?
    /// The bytes that have arrived; `nil` before the first.
    private(set) var progress: (received: Int, expected: Int?)?
    /// Called after every change of the state.
    package var didChange: @MainActor () -> Void = {}
    /// Called as bytes arrive, also for a picture that is to replace the one that is there.
    package var didProgress: @MainActor () -> Void = {}
    private let imageView: ImageView
    private var request = 0

    package init(into imageView: ImageView) { self.imageView = imageView }

    /// Requests a picture. Its view shows it even with ``ImageOptions/avoidAutoSetImage``, as an app would.
    package func start(_ url: URL?, placeholder: Placeholder, options: ImageOptions, context: ImageContext) {
        forget()
        state = .loading
        didChange()
        let request = request
        let operation = imageView.setImage(
            url: url, placeholder: placeholder, options: options, context: context,
            progress: { [weak self] received, expected in
                // The first call only says that the load has begun.
                guard let self, request == self.request, received > 0 || expected != nil else { return }
                progress = (received, expected)
                didProgress()
            },
            completion: { [weak self] result in
                guard let self, request == self.request else { return }
                switch result {
                case .success(let loaded):
                    if options.contains(.avoidAutoSetImage) { imageView.image = loaded.image }
                    guard loaded.isFinal || !loaded.image.isIncremental else { return }  // a part of it
                    (state, self.loaded) = (.loaded(loaded), loaded)
                case .failure(let error): state = .failed(error)
                }
                didChange()
            })
        if request == self.request { self.operation = operation }  // a completion may have started another load
    }

    /// Cancels the load and empties the view, for another picture.
    package func reset() {
        forget()
        imageView.prepareForReuse()
    }

    private func forget() {
        request += 1
        (state, loaded, operation, progress) = (.idle, nil, nil, nil)
    }

    /// Whether the picture was requested.
    package var hasBegun: Bool { if case .idle = state { false } else { true } }

    /// Whether there is a result.
    package var hasEnded: Bool {
        switch state {
        case .idle, .loading: false
        case .loaded, .failed: true
        }
    }

    /// Whether the load is in progress.
    package var isRunning: Bool { operation.map { !$0.isFinished } ?? false }

    /// The received part of the bytes, from 0 to 1; `nil` while it is not known.
    package var fraction: Double? {
        progress.flatMap { progress in
            progress.expected.flatMap { $0 > 0 ? Double(progress.received) / Double($0) : nil }
        }
    }

    /// The bytes so far, as “12 KB of 40 KB”; empty before the first.
    package var amount: String {
        progress.map { "\(ByteSize($0.received))" + ($0.expected.map { " of \(ByteSize($0))" } ?? "") } ?? ""
    }
}
