import HalftoneCore
import ImageCoding
import ImageLab
import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews

/// The values of the Lab's switches; ``Switchboard`` has the row of each.
struct LabSettings: Sendable {
    var feed = LabScenario.initialFeed
    /// The speed of time on the screen; 1 is real time.
    var speed = 1.0
    /// Whether the load of the selected cell is repeated.
    var replay = false

    // MARK: - The view

    var picture = PictureSettings()
    /// The settings of a second picture in each row; `nil` for one picture.
    var beside: PictureSettings?
    /// Milliseconds in view before a row loads.
    var loadDelay = 0
    /// The number of prefetched rows.
    var prefetch = 0
    var transform = LabTransform.none
    /// How pictures are drawn, as with the gallery's key `P`; `nil`: as the options say.
    var pictures: PictureMethods.Choice?

    // MARK: - The engine

    /// The cache tiers that a load reads and writes.
    var cacheTiers = CacheType.all
    var concurrency = LabSettings.downloads.queue.total
    var isDownloading = true
    var isInBackground = false
    var order = LabSettings.downloads.queue.order
    var attempts = RetryPolicy.standard.attempts
    /// The timeout in seconds without data.
    var timeout = Int(LabSettings.downloads.timeout.seconds)
    /// The faults of all pictures, in addition to those of the feed.
    var faults = LabFaults()

    private static let downloads = ImageDownloader.Configuration()

    /// The settings with the pictures side by side exchanged; `nil` for one picture.
    var exchanged: LabSettings? {
        beside.map { other in
            var settings = self
            (settings.picture, settings.beside) = (other, picture)
            return settings
        }
    }
}

/// The settings that each of two pictures side by side has.
struct PictureSettings: Sendable {
    var placeholder = NamedPlaceholder.standard
    var indicator = ImageIndicator.spinner
    var transition = ImageTransition.fade
    /// The options with switches.
    var options: ImageOptions = []
}

/// The transformers that the Lab can apply to each picture.
enum LabTransform: String, CaseIterable, Sendable {
    case none, gray, round, blur

    var transformer: (any ImageTransformer)? {
        switch self {
        case .none: nil
        case .gray: Transformers.Filter(.grayscale)
        case .round: Transformers.RoundCorner(radius: 4)
        case .blur: Transformers.Blur(radius: 2)
        }
    }
}

extension OptionSet where Element == Self {
    /// Whether an option is in the set, as a settable value.
    subscript(option: Self) -> Bool {
        get { contains(option) }
        set { if newValue { insert(option) } else { remove(option) } }
    }
}
