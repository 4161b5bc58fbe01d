import Basis
import ImageLoading
import TerminalViews

/// Something the config file can say: the default of an option of the command line.
///
/// The one table of them makes the template, and says what is allowed.
struct Setting {
    /// The option of the command line, which also explains it and reads its value.
    let option: String
    /// As JSON, for the template.
    let standard: String

    /// The name in the file: `cacheDir` for `--cache-dir`.
    var name: String {
        let parts = option.split(separator: "-")
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    static let all: [Setting] = {
        let standard = BrowseOptions()
        return [
            Setting(option: "colors", standard: "\"auto\""),
            Setting(option: "cache-dir", standard: "\"/var/tmp/pictures\""),
            Setting(option: "image-options", standard: "[]"),
            Setting(option: "transition", standard: "\"\(standard.transition.name)\""),
            Setting(option: "placeholder", standard: "\"\(standard.placeholder.name)\""),
            Setting(option: "indicator", standard: "\"\(standard.indicator.name)\""),
            Setting(option: "layout", standard: "\"\(standard.layout.rawValue)\""),
            Setting(option: "smooth", standard: "\(standard.scrollsSmoothly)"),
            Setting(option: "concurrency", standard: "\(standard.concurrency)"),
            Setting(option: "prefetch", standard: "\(standard.prefetch)"),
            Setting(option: "timeout", standard: "\(Int(ImageDownloader.Configuration().timeout.seconds))"),
            Setting(option: "link", standard: "\"\(standard.link.rawValue)\""),
            Setting(option: "theme", standard: "\"\(standard.theme.rawValue)\""),
            Setting(option: "slideshow", standard: "\(Int(standard.slideInterval.seconds))"),
            Setting(option: "save-dir", standard: "\"\(standard.saveDirectory)\""),
            Setting(option: "opener", standard: "[\"\(standard.opener.command.joined(separator: "\", \""))\"]"),
            Setting(option: "copy-passwords", standard: "\(standard.copiesPasswords)"),
            Setting(option: "forget-places", standard: "\(!standard.remembersPlaces)"),
            Setting(option: "settle", standard: "\(Int((standard.settle.seconds * 1000).rounded()))"),
        ]
    }()

    /// Everything that can be set, with what it is by default, as comments: what a line says holds once its `//` is
    /// gone.
    static var template: String {
        let specs = BrowseOptions.specs
        let lines = all.flatMap { setting -> [String] in
            let spec = specs.first { $0.name == setting.option }
            let words: [String] =
                switch spec?.values {
                case .words(let words), .list(let words): words
                case .free, .prefixes, .file, .folder, nil: []
                }
            return ["    // \(spec?.help ?? "")"] + wrapped(words).map { "    //     " + $0 }
                + ["    // \"\(setting.name)\": \(setting.standard),", ""]
        }
        return """
            // Settings of halftone, as JSON that may have comments. Options on the command line win over them.
            // It is read from $XDG_CONFIG_HOME/halftone/config.json, or ~/.config/halftone/config.json.
            {
            \(lines.joined(separator: "\n"))
                // The keys of each action of the gallery; the first is the one that hints name. Actions that are left out
                // keep theirs.
            \(KeyHelp<Action>.settings)

                // The same for the Lab.
            \(KeyHelp<LabAction>.settings)
            }

            """
    }

    private static func wrapped(_ words: [String]) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + word.count < 90 {
                lines[lines.count - 1] = last + ", " + word
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}
