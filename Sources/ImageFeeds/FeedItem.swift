import HalftoneCore

/// One picture of a feed, a folder or a list, with the properties that its source states.
///
/// Texts are sanitized and can be drawn. Addresses are for loading, not for drawing.
public struct FeedItem: Hashable, Sendable {
    /// One line, never empty: the entry's title, else the picture's file name, else its host.
    public var title: String
    /// The absolute http or https URL of the page that belongs to the picture.
    public var page: RequestAddress?
    /// The address of the picture; `missing` for an entry without one.
    public var picture: PictureSource
    /// Seconds since 1 January 1970 UTC: when the entry was published, or the file was last modified; `nil` if unknown.
    public var date: Double?
    /// The size in bytes that the source states; the server may send another number.
    public var byteCount: Int?
    /// The width in pixels that the source states; the header of the picture decides.
    public var pixelWidth: Int?
    /// The height in pixels that the source states; the header of the picture decides.
    public var pixelHeight: Int?
    /// The beginning of the entry's text, or a short form that the source states, as one line without markup.
    public var summary: String?
    /// The whole text of the entry, without markup: paragraphs, separated by line breaks. Longer text than
    /// ``FeedLimits/itemTextBytes`` ends with an ellipsis. Beyond ``FeedLimits/detailBytes`` of its document, and
    /// ``FeedLimits/detailBytesOfAll``, it is the summary.
    public var text: String? { wholeText ?? summary }
    /// The whole text, if it says more than the summary.
    private var wholeText: String?
    /// The alternative text or caption of the picture itself, as one line without markup.
    public var pictureText: String?
    /// The entry's pictures except ``picture``, in the order of the document, each address once.
    public private(set) var otherPictures: [Picture]
    /// One line: the author of the entry or the picture, as the source states it.
    public var author: String?
    /// The number of pictures in a folder, by their names; `nil` for other items, and for a folder that was not
    /// scanned.
    public var pictureCount: Int?
    /// The first pictures in a folder, in natural order, at most ``maxSamples``; empty if it was not scanned.
    public var samples: [FilePath] = []
    /// The number of pictures that stand for a folder.
    public static let maxSamples = 4
    /// One line: the categories or keywords of the entry, separated by commas.
    public var tags: String?
    /// The name of the source, if there are several. ``FeedItems`` fills it in.
    public internal(set) var source: String?
    /// The hash of what identifies an entry of a feed; `nil` for other items.
    var entry: UInt64?

    /// Creates an item; `nil` for unknown properties. Texts must be sanitized already.
    public init(
        title: String, page: RequestAddress? = nil, picture: PictureSource, date: Double? = nil, byteCount: Int? = nil,
        pixelWidth: Int? = nil, pixelHeight: Int? = nil, summary: String? = nil, text: String? = nil,
        pictureText: String? = nil, otherPictures: [Picture] = [], author: String? = nil, tags: String? = nil
    ) {
        self.title = title
        self.page = page
        self.picture = picture
        self.date = date
        self.byteCount = byteCount
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.summary = summary
        self.pictureText = pictureText
        wholeText = text == summary ? nil : text
        self.otherPictures = otherPictures
        self.author = author
        self.tags = tags
    }
}

extension FeedItem {
    /// One of several pictures of an entry.
    public struct Picture: Hashable, Sendable {
        /// The address.
        public var source: PictureSource
        /// The alternative text or caption, as one line without markup.
        public var text: String?

        /// Creates a picture. The text must be sanitized already.
        public init(source: PictureSource, text: String? = nil) { (self.source, self.text) = (source, text) }
    }

    /// All pictures of the entry, first the one that is shown for it; empty if there is none to load.
    public var pictures: [Picture] {
        picture.isPicture ? [Picture(source: picture, text: pictureText)] + otherPictures : []
    }

    /// Returns the item with another of its ``pictures`` in place of the first. Its index among them is `number`.
    public func showing(_ number: Int) -> FeedItem {
        guard number > 0, otherPictures.indices.contains(number - 1) else { return self }
        var item = self
        (item.picture, item.pictureText) = (otherPictures[number - 1].source, otherPictures[number - 1].text)
        (item.byteCount, item.pixelWidth, item.pixelHeight) = (nil, nil, nil)
        return item
    }
}

extension FeedItem {
    /// The bytes of the details: the whole text, the addresses and texts of other pictures, and pictures in the entry
    /// itself.
    var detailBytes: Int {
        let own = if case .embedded(let picture) = picture { picture.byteCount } else { 0 }
        return otherPictures.reduce(own + (wholeText?.utf8.count ?? 0)) { $0 + $1.byteCount }
    }

    /// Removes the details. An entry whose picture is in its text has none then.
    mutating func removeDetails() {
        (wholeText, otherPictures) = (nil, [])
        if case .embedded = picture { picture = .missing }
    }
}

extension FeedItem.Picture {
    fileprivate var byteCount: Int {
        let address =
            switch source {
            case .remote(let address): address.requestText.utf8.count
            case .embedded(let picture): picture.byteCount
            case .local, .missing, .folder: 0
            }
        return address + (text?.utf8.count ?? 0)
    }
}

/// The location of a picture's bytes.
public enum PictureSource: Hashable, Sendable {
    /// An absolute http or https URL.
    case remote(RequestAddress)
    /// A path of this machine, absolute or relative to the working directory. Only arguments, folders, list files on
    /// disk and standard input produce it; nothing that came over the network does.
    case local(FilePath)
    /// A picture in the text of an entry.
    case embedded(EmbeddedPicture)
    /// An entry without a picture; only with `FeedOptions.showsEntriesWithoutPictures`.
    case missing
    /// A folder, which is not a picture; only with `FeedOptions.showsFolders`.
    case folder(FilePath)

    /// Whether there is a picture to load.
    public var isPicture: Bool {
        switch self {
        case .remote, .local, .embedded: true
        case .missing, .folder: false
        }
    }
}

extension FeedItem {
    /// Whether it is a folder inside of one that was read.
    public var isFolder: Bool { if case .folder = picture { true } else { false } }

    /// Whether an address of the item contains a user name or a password.
    var holdsCredentials: Bool {
        page?.holdsCredentials == true
            || pictures.contains {
                if case .remote(let address) = $0.source { address.holdsCredentials } else { false }
            }
    }
}

extension FeedItem: Identifiable {
    /// The identity of an item. An entry of a feed has its guid, else its page, its picture or its title; other items,
    /// such as files, have their picture, else their page or title.
    ///
    /// It stays the same when a source is read again. Copies of an item, in one source or several, have one identity;
    /// entries with the same picture, such as episodes with one cover, do not.
    public enum ID: Hashable, Sendable {
        /// An entry of a feed, by a hash that is the same in every run of the program, without passwords.
        case entry(UInt64)
        /// The picture of the item.
        case picture(PictureSource)
        /// The page of an entry without a picture.
        case page(RequestAddress)
        /// The title of an entry without a picture and a page.
        case title(String)
    }

    public var id: ID {
        if let entry { return .entry(entry) }
        guard picture == .missing else { return .picture(picture) }
        return page.map(ID.page) ?? .title(title)
    }
}
