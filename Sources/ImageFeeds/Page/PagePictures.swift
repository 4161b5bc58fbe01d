import HalftoneCore

/// The pictures of one page, as text; items are created on access. Each address is stored once.
///
/// A page of 10,000 pictures costs their addresses and titles and 28 bytes more for each.
struct PagePictures: Sendable {
    private struct Record {
        var start: UInt32
        var address: UInt32
        var title: UInt32
        /// The range of the address of the picture's own page; empty for the page itself.
        var pageStart: UInt32
        var page: UInt32
    }

    private var text: [UInt8] = []
    private var records: [Record] = []
    /// The hashes of known addresses, because the addresses would double the memory; the random hash seed prevents
    /// crafted collisions.
    private var seen: Set<Int> = []
    private var lastPage: (address: String, start: Int)?
    private let limits: FeedLimits
    /// The page itself.
    var page: String?

    init(limits: FeedLimits) { self.limits = limits }

    var count: Int { records.count }

    /// Adds a picture. Returns `false` if the limit is reached.
    mutating func append(_ picture: WebAddress, title: String?, page: WebAddress?) -> Bool {
        guard !seen.contains(picture.text.hashValue) else { return true }
        let needed = picture.text.utf8.count + (title?.utf8.count ?? 0) + (page?.text.utf8.count ?? 0)
        guard records.count < limits.pagePictures, text.count + needed <= limits.pageTextBytes else { return false }
        seen.insert(picture.text.hashValue)
        var record = Record(
            start: UInt32(text.count), address: UInt32(picture.text.utf8.count), title: 0, pageStart: 0, page: 0)
        text += picture.text.utf8
        if let title = title?.shownLine(length: limits.titleLength) {
            record.title = UInt32(title.utf8.count)
            text += title.utf8
        }
        if let page {
            if lastPage?.address != page.text {
                lastPage = (page.text, text.count)
                text += page.text.utf8
            }
            record.pageStart = UInt32(lastPage?.start ?? 0)
            record.page = UInt32(page.text.utf8.count)
        }
        records.append(record)
        return true
    }

    /// Frees the memory that was needed for building.
    mutating func finish() {
        seen = []
        lastPage = nil
    }

    subscript(index: Int) -> FeedItem {
        let record = records[index]
        let address = string(record.start, record.address)
        let title = record.title > 0 ? string(record.start + record.address, record.title) : name(of: address)
        let page = record.page > 0 ? string(record.pageStart, record.page) : self.page
        return FeedItem(title: title, page: page.map { RequestAddress($0) }, picture: .remote(RequestAddress(address)))
    }

    private func string(_ start: UInt32, _ count: UInt32) -> String {
        String(decoding: text[Int(start)..<Int(start + count)], as: UTF8.self)
    }

    private func name(of address: String) -> String {
        WebAddress(address).map { TextList.remoteItem($0).title } ?? "?"
    }
}
