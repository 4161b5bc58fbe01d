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
        let query = TerminalQuery.run(terminfo: terminfo, queries: .all(promised, environment), timeout: timeout)
        let detection = promised.refined(by: query.facts)
        let support = query.pixelSupport(environment, colors: detection.colors)
        let methods = PictureMethods(
            colors: detection.colors, support: support,
            profile: TerminalProfile(reply: query.facts.name, environment: environment),
            ambiguousWidth: query.facts.ambiguousWidth)
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
            return Finding(name, value, note: value == nil ? "not set" : nil)
        }
        return variables + [
            Finding("locale", TextSanitizer.clean(locale.codeset)),
            Finding("UTF-8 works", locale.isUnicode, note: locale.warning.map { TextSanitizer.clean($0) }),
        ]
    }

    private static func colors(_ detection: TerminalDetection, _ terminfo: TerminfoCapabilities?) -> [Finding] {
        [
            Finding("terminfo entry", terminfo != nil),
            Finding("colors", detection.colors.rawValue, note: TextSanitizer.clean(detection.reason)),
        ]
    }

    private static func window(_ query: TerminalQuery) -> [Finding] {
        let aspect = (TerminalWindow.pixelAspect(ofCell: query.cell) * 100).rounded() / 100
        return [
            Finding("size", query.window.map { "\($0.size)" }),
            Finding("cell in pixels", query.cell.map { "\($0)" }),
            Finding("pixel aspect", query.window.map { _ in aspect }),
        ]
    }

    private static func answers(
        _ query: TerminalQuery, _ terminfo: TerminfoCapabilities?, _ timeout: Duration
    ) -> [Finding] {
        let facts = query.facts
        let (answered, note): (Bool?, String?) =
            switch query.outcome {
            case .answered: (true, nil)
            case .timedOut: (false, "not all within \(Int(timeout / .milliseconds(1))) ms")
            case .notQueried(let reason): (nil, "not asked: \(TextSanitizer.clean(reason))")
            }
        return [
            Finding("answers", answered, note: note),
            Finding("name", facts.name.map { TextSanitizer.clean($0) }),
            Finding("background", facts.background.map(hex)),
            Finding("mouse", terminfo?.hasMouse, note: terminfo == nil ? nil : "terminfo says so"),
            Finding("ambiguous width", facts.ambiguousWidth),
        ]
    }

    /// The sharpest method, and the protocols for pictures in pixels with the reasons against them.
    private static func pictures(_ methods: PictureMethods, _ support: PixelSupport) -> [Finding] {
        [Finding("sharpest --pictures", methods.best.name, note: methods.refusal(of: .glyphs(.blocks)))]
            + PixelProtocol.allCases.map { candidate in
                let refusal = methods.refusal(of: .pixels(candidate))
                let note = candidate == .sixel ? "\(support.sixelColors) colors a row" : nil
                return Finding("\(candidate.rawValue) pictures", refusal == nil, note: refusal ?? note)
            }
    }

    private static func hex(_ color: RGB) -> String {
        let digits = String(color.hex, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
