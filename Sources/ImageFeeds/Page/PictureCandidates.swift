/// The alternative addresses of one picture, and the choice among them.
struct PictureCandidates {
    private struct Candidate {
        var reference: String
        var width: Int?
        /// The pixel density.
        var density = 1.0
    }

    private var candidates: [Candidate] = []

    var isEmpty: Bool { candidates.isEmpty }

    /// Adds the addresses of an `img`, or else the picture in it. With lazy loading the address is in an attribute for a
    /// script, and `src` is a placeholder.
    mutating func add(image attribute: (_ name: String) -> String?) {
        addSets(of: attribute)
        for name in Self.lazySources + ["src"] {
            if let source = attribute(name) { add(Candidate(reference: source)) }
        }
        guard isEmpty, let source = attribute("src"), EmbeddedPicture.isPicture(source) else { return }
        candidates.append(Candidate(reference: source))
    }

    /// The attributes in which scripts find the address that they put into `src`.
    private static let lazySources = ["data-src", "data-lazy-src", "data-original", "data-lazy"]
    private static let lazySets = ["data-srcset", "data-lazy-srcset"]
    /// All attributes with addresses.
    static let attributes = lazySets + ["srcset"] + lazySources + ["src"]

    /// Returns whether a script loads the picture of a tag.
    static func isLazy(_ attribute: (_ name: String) -> String?) -> Bool {
        (lazySources + lazySets).contains { attribute($0) != nil }
    }

    /// Adds the addresses of a `source` inside a `picture`, if it is the first for a screen whose media type, perhaps
    /// with parameters, is one of `types`.
    mutating func add(source attribute: (_ name: String) -> String?, types: Set<String>) {
        let type = attribute("type")?.lowercased() ?? ""
        guard isEmpty, type.isEmpty || types.contains(String(type.prefix { $0 != ";" && $0 != " " })),
            MediaQuery.matchesScreen(attribute("media") ?? "")
        else { return }
        addSets(of: attribute)
    }

    private mutating func addSets(of attribute: (_ name: String) -> String?) {
        for name in Self.lazySets + ["srcset"] {
            if let set = attribute(name) { add(sourceSet: set) }
        }
    }

    /// Adds the value of a `srcset`, parsed by the HTML standard (section "srcset attributes"): an address ends at
    /// white space, because commas are frequent in addresses.
    mutating func add(sourceSet: String) {
        var rest = sourceSet.utf8[...]
        while true {
            rest = rest.drop { Self.isBlank($0) || $0 == 0x2C }
            guard !rest.isEmpty else { return }
            let address = rest.prefix { !Self.isBlank($0) }
            rest = rest[address.endIndex...]
            let bare = address[
                ..<(address.lastIndex { $0 != 0x2C }.map { address.index(after: $0) } ?? address.endIndex)]
            var candidate = Candidate(reference: String(Substring(bare)))
            if bare.endIndex == address.endIndex {
                let descriptors = rest.prefix { $0 != 0x2C }
                rest = rest[descriptors.endIndex...]
                for word in descriptors.split(whereSeparator: Self.isBlank) {
                    let number = String(Substring(word.dropLast()))
                    if word.last == 0x77 { candidate.width = Int(number) }
                    if word.last == 0x78, let density = Double(number), density.isFinite { candidate.density = density }
                }
            }
            add(candidate)
        }
    }

    /// Returns the widest candidate up to `maxWidth`, otherwise the narrowest; without widths, the one with the
    /// highest density. Among equals the first.
    func best(maxWidth: Int) -> String? {
        let sized = candidates.compactMap { candidate in candidate.width.map { (width: $0, candidate.reference) } }
        guard !sized.isEmpty else { return candidates.max { $0.density < $1.density }?.reference }
        let widest = sized.filter { $0.width <= maxWidth }.max { $0.width < $1.width }
        return (widest ?? sized.min { $0.width < $1.width })?.1
    }

    /// Adds a candidate, unless it is a placeholder, such as the `data:` URL of a lazy-loading script.
    private mutating func add(_ candidate: Candidate) {
        guard WebAddress.mayBePicture(candidate.reference) else { return }
        // SVG is mostly used for buttons.
        let path = candidate.reference.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
        guard !PictureName.isSVG(Substring(path)) else { return }
        candidates.append(candidate)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
