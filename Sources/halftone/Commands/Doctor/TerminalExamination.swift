import HalftoneCore
import Pixels
import TerminalScreen

/// The findings about the terminal, from the environment, from terminfo and from its replies to queries.
@MainActor
struct TerminalExamination {
    let findings: [Finding]

    /// Queries the terminal, and sets the locale of the process. `colors` is the requested color depth, `timeout` the
    /// time limit for each reply.
    init(colors: ColorDepth?, timeout: Duration) {
        let environment = TerminalEnvironment { Engine.environment($0) }
        let locale = TerminalLocale.adopt()
        let terminfo = environment.term.isEmpty ? nil : TerminfoCapabilities.loaded(for: environment.term)
        let promised = TerminalDetection(
            choice: colors, environment: environment, terminfo: terminfo ?? TerminfoCapabilities(colors: 0))
        let query = TerminalQuery.run(
            terminfo: terminfo, isUnicode: locale.isUnicode, questions: .all(promised, environment), timeout: timeout)
        let detection = promised.refined(by: query.facts)
        findings =
            Self.environment(locale) + Self.colors(detection, terminfo) + Self.window(query)
            + Self.answers(query, terminfo, timeout)
            + Self.protocols(query.pixelSupport(environment, colors: detection.colors))
    }

    private static func environment(_ locale: TerminalLocale.Outcome) -> [Finding] {
        let variables = ["TERM", "COLORTERM", "NO_COLOR"].map { name in
            let value = Engine.environment(name).map { TextSanitizer.clean($0) }
            return Finding(name, text: value, note: value == nil ? "not set" : nil)
        }
        return variables + [
            Finding("locale", text: TextSanitizer.clean(locale.codeset)),
            Finding(
                "utf8", "UTF-8 works", flag: locale.isUnicode, note: locale.warning.map { TextSanitizer.clean($0) }),
        ]
    }

    private static func colors(_ detection: TerminalDetection, _ terminfo: TerminfoCapabilities?) -> [Finding] {
        [
            Finding("terminfo", "terminfo entry", flag: terminfo != nil),
            Finding("colors", text: detection.colors.rawValue, note: TextSanitizer.clean(detection.reason)),
        ]
    }

    private static func window(_ query: TerminalQuery) -> [Finding] {
        let (size, cell) = (query.window?.size, query.cell)
        return [
            Finding("size", text: size.map { "\($0)" }),
            Finding("cell_pixels", "cell in pixels", text: cell.map { "\($0)" }),
            Finding(
                "pixel_aspect", "pixel aspect",
                query.window.map { .ratio($0.pixelAspect(orOf: query.facts.cell)) } ?? .unknown),
        ]
    }

    private static func answers(
        _ query: TerminalQuery, _ terminfo: TerminfoCapabilities?, _ timeout: Duration
    ) -> [Finding] {
        let facts = query.facts
        let (answered, note): (Bool?, String?) =
            switch query.outcome {
            case .answered: (true, nil)
            case .silent: (false, "not all within \(Int(timeout / .milliseconds(1))) ms")
            case .notAsked(let reason): (nil, "not asked: \(TextSanitizer.clean(reason))")
            }
        let mouse: Finding =
            if let known = facts.reportsMouseInDecimal {
                Finding("mouse", flag: known, note: "the terminal says so")
            } else {
                Finding("mouse", flag: terminfo?.hasMouse, note: terminfo == nil ? nil : "terminfo says so")
            }
        return [
            Finding("answers", flag: answered, note: note),
            Finding("name", text: facts.name.map { TextSanitizer.clean($0) }),
            Finding("foreground", text: facts.foreground.map(hex)),
            Finding("background", text: facts.background.map(hex)),
            Finding("synchronized_updates", "synchronized updates", flag: facts.synchronizesUpdates),
            mouse,
            pictures(query),
            Finding("ambiguous_width", "ambiguous width", query.ambiguousWidth.map { .number($0) } ?? .unknown),
        ]
    }

    /// The finest characters that pictures can be drawn with.
    private static func pictures(_ query: TerminalQuery) -> Finding {
        guard query.ambiguousWidth != 2 else {
            return Finding(
                "pictures", "finest --pictures", text: GlyphSet.halfBlocks.rawValue,
                note: "block characters are two columns wide")
        }
        let finest = GlyphSet.finest(inTerminalNamed: query.facts.name)
        let note =
            query.facts.name == nil
            ? "the terminal's name is not known"
            : finest == .octants ? "drawn by the terminal" : "not known to draw finer ones"
        return Finding("pictures", "finest --pictures", text: finest.rawValue, note: note)
    }

    /// The protocols for pictures in pixels, with the reasons against them.
    private static func protocols(_ support: PixelSupport) -> [Finding] {
        PixelProtocol.allCases.map { candidate in
            let (isUsable, note): (Bool, String?) =
                switch (support[candidate], candidate) {
                case (.refused(let reason), _): (false, reason)
                case (.possible, _): (true, "not tested with this terminal")
                case (.works, .kitty):
                    (true, support.kittyMedium == .sharedMemory ? "by shared memory" : "within the output")
                case (.works, .sixel): (true, "\(support.sixelColors) colors a row")
                case (.works, .iterm): (true, nil)
                }
            return Finding(
                "\(candidate.rawValue)_pictures", "\(candidate.rawValue) pictures", flag: isUsable, note: note)
        }
    }

    private static func hex(_ color: RGB) -> String {
        let digits = String(color.hex, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
