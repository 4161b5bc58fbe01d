import HalftoneCore
import Pixels
import ScreenKit
import TerminalScreen

/// The findings about the terminal, from the environment, from terminfo and from its replies to queries.
@MainActor
struct TerminalExamination {
    let findings: [Finding]

    /// What the gallery draws here, and by what, in a sentence.
    let outlook: String

    /// Queries the terminal, and sets the locale of the process. `timeout` is the time limit for each reply.
    init(_ options: CommonOptions, timeout: Duration) {
        let environment = TerminalEnvironment { Variable.value(of: $0) }
        let locale = TerminalLocale.adopt()
        let terminfo = environment.term.isEmpty ? nil : TerminfoCapabilities.loaded(for: environment.term)
        let promised = TerminalDetection(
            choice: options.colors, environment: environment, terminfo: terminfo ?? TerminfoCapabilities(colors: 0))
        let query = TerminalQuery.run(
            terminfo: terminfo, isUnicode: locale.isUnicode, questions: .all(promised, environment), timeout: timeout)
        let detection = promised.refined(by: query.facts)
        let support = query.pixelSupport(environment, colors: detection.colors)
        let methods = PictureMethods(
            colors: detection.colors, support: support,
            profile: TerminalProfile(reply: query.facts.name, environment: environment), isUnicode: locale.isUnicode,
            ambiguousWidth: query.ambiguousWidth)
        findings =
            Self.environment(locale) + Self.colors(detection, terminfo) + Self.window(query)
            + Self.answers(query, terminfo, timeout) + Self.pictures(methods, support)
        let hasScreen = terminfo != nil && environment.term != "dumb" && query.window != nil
        outlook =
            hasScreen
            ? methods.outlook(Self.method(options, methods))
            : "Pictures: no gallery without a terminal that can move its cursor; 'halftone print' works."
    }

    /// The method that an option names, or that the key `P` has chosen on this terminal.
    private static func method(_ options: CommonOptions, _ methods: PictureMethods) -> PictureMethod? {
        guard let remembered = options.rememberedPictures() else { return options.pictureMethod }
        return methods.method(remembered[methods.terminal] ?? .half)
    }

    private static func environment(_ locale: TerminalLocale.Outcome) -> [Finding] {
        let variables = ["TERM", "COLORTERM", "NO_COLOR"].map { name in
            let value = Variable.value(of: name).map { TextSanitizer.clean($0) }
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
                query.window == nil ? .unknown : .ratio(TerminalWindow.pixelAspect(ofCell: query.cell))),
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
            Finding("ambiguous_width", "ambiguous width", query.ambiguousWidth.map { .number($0) } ?? .unknown),
        ]
    }

    /// The sharpest method, and the protocols for pictures in pixels with the reasons against them.
    private static func pictures(_ methods: PictureMethods, _ support: PixelSupport) -> [Finding] {
        let best = Finding(
            "pictures", "sharpest --pictures", text: methods.best.name, note: methods.refusal(of: .glyphs(.blocks)))
        return [best]
            + PixelProtocol.allCases.map { candidate in
                let refusal = methods.refusal(of: .pixels(candidate))
                let note = candidate == .sixel ? "\(support.sixelColors) colors a row" : nil
                let name = candidate.rawValue
                return Finding("\(name)_pictures", "\(name) pictures", flag: refusal == nil, note: refusal ?? note)
            }
    }

    private static func hex(_ color: RGB) -> String {
        let digits = String(color.hex, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
