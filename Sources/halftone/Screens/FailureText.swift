import ImageCoding
import ImageLoading
import TerminalViews

/// What is said of a picture that cannot be shown: what happened, and what to press. A value.
struct FailureText: Hashable {
    private let what: String
    /// `nil`: nothing helps.
    private let hint: String?

    init(_ error: ImageError) {
        what = error.description
        hint =
            error.isOfOurs
            ? "\(Action.openPicture.keyName) opens it in another program" : "\(Action.refresh.keyName) tries again"
    }

    /// The text for an entry without a picture.
    init(missingWithPage hasPage: Bool) {
        (what, hint) = ("no picture", hasPage ? "\(Action.openPage.keyName) opens its page" : nil)
    }

    /// All of it in one line.
    var text: String { hint.map { "\(what); \($0)" } ?? what }

    /// Returns the text for a size, with the hint on a line of its own if it takes several. If it does not fit, the hint
    /// comes first, as the end is cut off.
    func fitting(columns: Int, rows: Int) -> String {
        guard let hint, Self.lines(text, columns) > 1 else { return text }
        let apart = "\(what);\n\(hint)"
        return Self.lines(apart, columns) <= rows
            ? apart : fits(columns: columns, rows: rows) ? text : "\(hint): \(what)"
    }

    /// Whether a size has room for all of it.
    func fits(columns: Int, rows: Int) -> Bool { columns > 0 && Self.lines(text, columns) <= rows }

    private static func lines(_ text: String, _ columns: Int) -> Int {
        AttributedText(text).lines(columns: columns).count
    }
}

extension ImageError {
    /// Whether the picture is one that we do not show, however often it is asked for.
    fileprivate var isOfOurs: Bool {
        switch self {
        case .badImageData(.tooLarge), .badImageData(.tooSlow), .badImageData(.unsupported), .transfer(.tooLarge): true
        case .failedBefore(let error): error.isOfOurs
        case .badImageData, .transfer, .invalidURL, .invalidStatusCode, .invalidContentType, .invalidRequest,
            .invalidResponse, .cancelled, .unreadableFile, .loaderFailed, .notInCache:
            false
        }
    }
}

extension ImageError {
    /// Whether the server sent a web page.
    var isAboutPage: Bool {
        switch self {
        case .badImageData(.unknownFormat(looksLike: "HTML")): true
        case .failedBefore(let error): error.isAboutPage
        default: false
        }
    }
}
