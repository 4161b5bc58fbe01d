import ImageCoding
import ImageLoading
import ScreenKit
import TerminalViews

/// The text about a picture that cannot be shown: what happened, and which key helps. A value.
struct FailureText: Hashable {
    private let what: String
    /// The key that helps; `nil` if none does.
    private let hint: String?

    init(_ error: ImageError, _ keys: KeyBindings<Action>) {
        what = error.cause.description
        hint =
            error.exceedsLocalLimit
            ? "\(keys.name(of: .openPage)): open elsewhere" : "\(keys.name(of: .refresh)): retry"
    }

    /// Creates the text for an entry without a picture.
    init(missingWithPage hasPage: Bool, _ keys: KeyBindings<Action>) {
        (what, hint) = ("no picture", hasPage ? "\(keys.name(of: .openPage)): its page" : nil)
    }

    /// The whole text in one line.
    var text: String { hint.map { "\(what) — \($0)" } ?? what }

    /// Returns the text for a size, with the hint on a separate line if there are several. If it does not fit, the hint
    /// comes first, because the end is cut off.
    func fitting(columns: Int, rows: Int) -> String {
        guard let hint, Self.lines(text, columns) > 1 else { return text }
        let apart = "\(what)\n\(hint)"
        return Self.lines(apart, columns) <= rows
            ? apart : fits(columns: columns, rows: rows) ? text : "\(hint) — \(what)"
    }

    /// Returns whether the whole text fits into a size.
    func fits(columns: Int, rows: Int) -> Bool { columns > 0 && Self.lines(text, columns) <= rows }

    private static func lines(_ text: String, _ columns: Int) -> Int {
        AttributedText(text).lines(columns: columns).count
    }
}

extension ImageError {
    /// Whether a retry would fail again, because the picture is over a limit.
    fileprivate var exceedsLocalLimit: Bool {
        switch cause {
        case .badImageData(.tooLarge), .badImageData(.tooSlow), .badImageData(.unsupported), .transfer(.tooLarge): true
        case .badImageData, .transfer, .failedBefore, .invalidURL, .invalidStatusCode, .invalidContentType,
            .invalidRequest, .invalidResponse, .transformFailed, .cancelled, .unreadableFile, .loaderFailed,
            .notInCache:
            false
        }
    }

    /// The failure itself, whether it is of this load or of an earlier one.
    fileprivate var cause: ImageError { if case .failedBefore(let error) = self { error.cause } else { self } }

    /// Whether the server sent a web page.
    var isAboutPage: Bool { if case .badImageData(.unknownFormat(looksLike: "HTML")) = cause { true } else { false } }
}
