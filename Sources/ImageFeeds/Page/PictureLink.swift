/// Whether a link leads to a picture, or to a page about one whose address ends like it.
///
/// Nothing but the addresses is known, and asking for each link of a page would cost more than showing it.
enum PictureLink {
    /// Whether an address names a picture, as far as its path tells.
    static func isPicture(_ address: WebAddress) -> Bool {
        PictureName.isPicture(address.path) && (!isPageAboutPicture(address.path) || isRaw(address))
    }

    /// Whether `link`, which leads to a picture by its name, is the large form of the `img` inside it. Where the two have
    /// neither a site nor a name in common, the `img` is certainly a picture and the other may be anything.
    static func isLargeForm(_ link: WebAddress, of image: WebAddress) -> Bool {
        if site(of: link) == site(of: image) { return true }
        let (name, other) = (letters(of: link), letters(of: image))
        guard min(name.count, other.count) >= 3 else { return false }
        return name.firstRange(of: other) != nil || other.firstRange(of: name) != nil
    }

    /// Pages that end as the picture does which they are about.
    private static func isPageAboutPicture(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let last = parts.last else { return false }
        if isWikiPage(last) { return true }
        for (index, part) in parts.dropLast().enumerated() {
            switch part {
            // A file of GitHub and GitLab, behind an owner and a project; of Gitea and Forgejo.
            case "blob" where index >= 2: return true
            case "src" where index == 2 && ["branch", "commit", "tag"].contains(parts[index + 1]): return true
            // DokuWiki's page of a file.
            case "_detail": return true
            // Trac's of an attachment and of a file.
            case "attachment" where ["wiki", "ticket"].contains(parts[index + 1]): return true
            case "browser" where parts[index + 1] == "trunk": return true
            default: continue
            }
        }
        return false
    }

    /// What such a page is asked for to give the file itself.
    private static func isRaw(_ address: WebAddress) -> Bool {
        ["raw=true", "raw=1"].contains { address.text.contains($0) }
    }

    /// `File:Foo.jpg`, in every language: a wiki's namespace and a colon in front of the name.
    private static func isWikiPage(_ name: Substring) -> Bool {
        let name = WebAddress.decoded(name)
        guard let colon = name.firstIndex(of: ":"), colon != name.startIndex else { return false }
        return name[..<colon].allSatisfy { $0.isLetter || $0 == "_" || $0 == " " }
    }

    /// The last two names of a host: `example.org` of `images.example.org`. A number is an address as it is.
    private static func site(of address: WebAddress) -> Substring {
        let host = address.host.lowercased()[...]
        guard !host.contains("["), host.contains(where: \.isLetter) else { return host }
        return host.split(separator: ".").suffix(2).joined(separator: ".")[...]
    }

    /// A file's name without its ending and without what tells sizes apart, such as `-640x480` and `_thumb`.
    private static func letters(of address: WebAddress) -> String {
        let name = address.name.lowercased()
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let words = stem.split { !$0.isLetter && !$0.isNumber }.filter { !sizes.contains(String($0)) && !isSize($0) }
        return words.joined(separator: "-")
    }

    private static let sizes: Set<String> = [
        "thumb", "thumbnail", "small", "medium", "large", "preview", "scaled", "tn", "th", "s", "m", "t", "o", "full",
    ]

    /// `640x480`, `640px`, `640w`.
    private static func isSize(_ word: Substring) -> Bool {
        let rest = word.drop { $0.isNumber }
        return rest.count < word.count && ["px", "w"].contains(rest)
            || rest.first == "x" && rest.count < word.count && rest.dropFirst().allSatisfy(\.isNumber)
    }
}
