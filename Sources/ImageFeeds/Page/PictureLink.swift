/// Tests whether a link leads to a picture, or to a page about a picture with the same extension.
///
/// Only the addresses are known, because a request for each link would be too expensive.
enum PictureLink {
    /// Returns whether an address names a picture, judged by its path.
    static func isPicture(_ address: WebAddress) -> Bool {
        PictureName.isPicture(address.path) && (!isPageAboutPicture(address.path) || isRaw(address))
    }

    /// Returns whether `link`, whose name is that of a picture, is the large version of the `img` inside it. If they
    /// share neither site nor name, only the `img` is certainly a picture.
    static func isLargeForm(_ link: WebAddress, of image: WebAddress) -> Bool {
        if site(of: link) == site(of: image) { return true }
        let (name, other) = (letters(of: link), letters(of: image))
        guard min(name.count, other.count) >= 3 else { return false }
        return name.firstRange(of: other) != nil || other.firstRange(of: name) != nil
    }

    /// Pages whose addresses have the extension of their picture.
    private static func isPageAboutPicture(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let last = parts.last else { return false }
        if isWikiPage(last) { return true }
        for (index, part) in parts.dropLast().enumerated() {
            switch part {
            // A file of GitHub and GitLab, after an owner and a project; of Gitea and Forgejo.
            case "blob" where index >= 2: return true
            case "src" where index == 2 && ["branch", "commit", "tag"].contains(parts[index + 1]): return true
            // The page of a file in DokuWiki.
            case "_detail": return true
            // The pages of attachments and files in Trac.
            case "attachment" where ["wiki", "ticket"].contains(parts[index + 1]): return true
            case "browser" where parts[index + 1] == "trunk": return true
            default: continue
            }
        }
        return false
    }

    /// Returns whether the query makes such a page return the file itself.
    private static func isRaw(_ address: WebAddress) -> Bool {
        ["raw=true", "raw=1"].contains { address.text.contains($0) }
    }

    /// Returns whether the name has a wiki's namespace in any language, as in `File:Foo.jpg`.
    private static func isWikiPage(_ name: Substring) -> Bool {
        let name = WebAddress.decoded(name)
        guard let colon = name.firstIndex(of: ":"), colon != name.startIndex else { return false }
        return name[..<colon].allSatisfy { $0.isLetter || $0 == "_" || $0 == " " }
    }

    /// Returns the last two labels of a host, as in `example.org` of `images.example.org`. An IP address stays
    /// unchanged.
    private static func site(of address: WebAddress) -> Substring {
        let host = address.host
        guard !host.contains("["), host.contains(where: \.isLetter) else { return host }
        return host.split(separator: ".").suffix(2).joined(separator: ".")[...]
    }

    /// Returns the address; for a file without its query and the sizes in its name, as in
    /// `photo-640x480.jpg?quality=80`.
    static func identity(of address: WebAddress) -> String {
        let (path, stem) = (address.path, letters(of: address))
        guard !stem.isEmpty, PictureName.isPicture(path), let slash = path.lastIndex(of: "/") else {
            return address.text
        }
        return "\(address.host)\(path[...slash])\(stem).\(PictureName.fileExtension(of: path) ?? "")"
    }

    /// Returns a file's name without extension and without size suffixes such as `-640x480` and `_thumb`.
    private static func letters(of address: WebAddress) -> String {
        let name = address.name.lowercased()
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let words = stem.split { !$0.isLetter && !$0.isNumber }.filter { !sizes.contains(String($0)) && !isSize($0) }
        return words.joined(separator: "-")
    }

    private static let sizes: Set<String> = [
        "thumb", "thumbnail", "small", "medium", "large", "preview", "scaled", "tn", "th", "s", "m", "t", "o", "full",
    ]

    /// Returns whether a text is a size such as `640x480`, `640px` or `640w`.
    private static func isSize(_ word: Substring) -> Bool {
        let rest = word.drop { $0.isNumber }
        return rest.count < word.count && ["px", "w"].contains(rest)
            || rest.first == "x" && rest.count < word.count && rest.dropFirst().allSatisfy(\.isNumber)
    }
}
