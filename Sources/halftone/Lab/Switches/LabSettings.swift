import ImageCoding
import ImageLab
import ImageLoading
import TerminalViews

/// The values of the Lab's switches; ``Switchboard`` has the row of each.
struct LabSettings: Sendable {
    var feed = LabFeed.steady
    /// How fast time passes on the screen; 1 as on the wall.
    var speed = 1.0
    var showsIdentity = true
    /// The way that the selected cell goes again and again.
    var replay = CellReplay.Way.off

    // MARK: - The view

    var placeholder = NamedPlaceholder.standard
    var indicator = ImageIndicator.activity
    var transition = ImageTransition.fade
    /// Lines of a row; 0: as many as let five rows be seen at once.
    var height = 0
    /// Milliseconds in view before a row loads.
    var loadDelay = 0
    /// Rows that are loaded ahead.
    var prefetch = 0
    var transform = LabTransform.none

    // MARK: - Side by side

    /// How a picture that stands beside the first one comes in.
    struct Look: Sendable {
        var placeholder = NamedPlaceholder.standard
        var indicator = ImageIndicator.activity
        var transition = ImageTransition.none
        var delaysPlaceholder = false
    }

    /// Whether each picture is there once more, as `beside` says.
    var showsBeside = false
    var beside = Look()

    /// What the pictures at the left and at the right differ in.
    var besideWords: String {
        func words(
            _ transition: ImageTransition, _ indicator: ImageIndicator, _ placeholder: NamedPlaceholder, _ delays: Bool
        ) -> String {
            [transition.name, indicator.name, placeholder.name + (delays ? " delayed" : "")].joined(separator: ", ")
        }
        return words(transition, indicator, placeholder, options.contains(.delayPlaceholder)) + " ‖ "
            + words(beside.transition, beside.indicator, beside.placeholder, beside.delaysPlaceholder)
    }

    // MARK: - The engine

    var usesMemory = true
    var usesDisk = true
    var concurrency = 6
    var isDownloading = true
    var isInBackground = false
    var order = ImageDownloader.QueueLimits.Order.firstInFirstOut
    /// The option for the priority of rows in view.
    var priority: ImageOptions = []
    var attempts = 3
    /// Seconds of silence that end a transfer.
    var timeout = 15
    /// The options that have switches of their own.
    var options: ImageOptions = []
    /// The faults that every picture has beside those of its feed.
    var faults = LabFaults()

    /// The options of a load, including that of its priority.
    var imageOptions: ImageOptions { options.union(priority) }

    /// The cache tiers that a load reads and writes.
    var cacheTiers: CacheType {
        var tiers = CacheType.none
        if usesMemory { tiers.insert(.memory) }
        if usesDisk { tiers.insert(.disk) }
        return tiers
    }
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

extension ImageOptions {
    /// Whether an option is among these, as a value that can be set.
    subscript(option: ImageOptions) -> Bool {
        get { contains(option) }
        set { if newValue { insert(option) } else { remove(option) } }
    }
}
