/// The addresses at which a page offers one picture, and the choice among them.
struct PictureCandidates {
    private struct Candidate {
        var reference: String
        /// Pixels, if the page states them.
        var width: Int?
        /// Pixels for each of the page's units.
        var density: Double
    }

    private var candidates: [Candidate] = []

    /// The value of a `src`. Data inside the page is no address: it is what stands there until a script has loaded.
    mutating func add(source reference: String) {
        add(Candidate(reference: reference, width: nil, density: 1))
    }

    /// What an `img` names. What a page loads lazily stands in an attribute of a script; `src` is then an empty picture.
    mutating func add(image attribute: (_ name: String) -> String?) {
        addSets(of: attribute)
        for name in ["data-src", "data-lazy-src", "data-original", "data-lazy", "src"] {
            if let source = attribute(name) { add(source: source) }
        }
    }

    /// What a `source` inside of a `picture` names, if it can be decoded.
    mutating func add(source attribute: (_ name: String) -> String?) {
        let type = attribute("type")?.lowercased() ?? ""
        if type.isEmpty || Self.readableTypes.contains(type) { addSets(of: attribute) }
    }

    private mutating func addSets(of attribute: (_ name: String) -> String?) {
        for name in ["data-srcset", "data-lazy-srcset", "srcset"] {
            if let set = attribute(name) { add(sourceSet: set) }
        }
    }

    private static let readableTypes: Set<String> = [
        "image/jpeg", "image/jpg", "image/png", "image/webp", "image/gif", "image/bmp", "image/x-ms-bmp", "image/qoi",
    ]

    /// The value of a `srcset`, read as the HTML standard reads it (section "srcset attributes"): an address ends at
    /// white space, because commas are frequent inside of addresses.
    mutating func add(sourceSet: String) {
        var rest = sourceSet.utf8[...]
        while true {
            rest = rest.drop { Self.isBlank($0) || $0 == 0x2C }
            guard !rest.isEmpty else { return }
            let address = rest.prefix { !Self.isBlank($0) }
            rest = rest[address.endIndex...]
            let bare = address[
                ..<(address.lastIndex { $0 != 0x2C }.map { address.index(after: $0) } ?? address.endIndex)]
            var candidate = Candidate(reference: String(Substring(bare)), width: nil, density: 1)
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

    /// The widest that is not wider than `maximumWidth`, else the least wide; where no widths are stated, the densest.
    /// The first of equals.
    func best(maximumWidth: Int) -> String? {
        let sized = candidates.filter { $0.width != nil }
        guard !sized.isEmpty else {
            return candidates.reduce(nil as Candidate?) { best, next in
                best.map { $0.density >= next.density } ?? false ? best : next
            }?.reference
        }
        let fitting = sized.filter { ($0.width ?? 0) <= maximumWidth }
        guard fitting.isEmpty else { return Self.widest(fitting, sign: 1) }
        return Self.widest(sized, sign: -1)
    }

    private static func widest(_ candidates: [Candidate], sign: Int) -> String? {
        candidates.reduce(nil as Candidate?) { best, next in
            best.map { ($0.width ?? 0) * sign >= (next.width ?? 0) * sign } ?? false ? best : next
        }?.reference
    }

    private mutating func add(_ candidate: Candidate) {
        let start = candidate.reference.utf8.drop { $0 <= 0x20 }
        guard !start.isEmpty, Substring(start.prefix(5)).lowercased() != "data:" else { return }
        // No coder draws SVG, and most of it are buttons.
        let path = start.prefix { $0 != 0x3F && $0 != 0x23 }
        guard PictureName.fileExtension(of: Substring(path)) != "svg" else { return }
        candidates.append(candidate)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
