import HalftoneCore
import ImageCoding
import Pixels
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// The table of errors in the documentation.
@Suite(.endsInTime) struct ErrorTableTests {
    /// One error for each row of the table, and so for each case.
    private static let errors: [ImageError] =
        [
            .invalidURL, .failedBefore(.invalidURL), .invalidRequest, .cancelled, .invalidResponse,
            .invalidContentType(status: 200, headers: [:]), .unreadableFile("a"), .loaderFailed("a"), .transformFailed,
            .notInCache,
        ] + [404, 410, 408, 425, 429, 500, 501].map { .invalidStatusCode($0) }
        + codingErrors.map { .badImageData($0) } + transferErrors.map { .transfer($0) }

    private static let codingErrors: [ImageCodingError] = [
        .empty, .unknownFormat(looksLike: nil), .tooLarge(PixelSize(width: 1, height: 1), limit: "a"),
        .damaged(.png, "a"), .unsupported(.png, "a"), .decoderUnavailable(.png, "a"), .cannotEncode(.png, "a"),
        .tooSlow(seconds: 1), .cancelled,
    ]

    private static let transferErrors: [TransferError] = [
        .invalidURL(PublicAddress("a")), .urlTooLong(bytes: 2, limit: 1), .unsupportedScheme("ftp"),
        .couldNotResolve(host: "a"), .couldNotConnect(host: "a"), .timedOut(.total), .tls("a"),
        .tooManyRedirects(limit: 1), .redirectRefused("a"), .hostRefused("a"), .tooLarge(limit: 1),
        .connectionLost(received: 1, expected: 2), .protocolError("a"), .missingLibrary("a"), .systemLimit("a"),
        .cancelled,
    ]

    @Test func `every error has a row, and every row is true`() throws {
        let article = try Document.article("Errors", of: "ImageLoading")
        let table = try #require(Document.tables(in: article.lines).first)
        #expect(table.header == ["error", "code", "means", "retried", "blocked"])
        var rows: [String: [String]] = [:]
        for row in table.rows {
            let name = try #require(Document.spans(in: row[0]).first)
            #expect(rows.updateValue(row, forKey: name) == nil, "\(name) has two rows")
        }
        for error in Self.errors {
            let name = Self.name(of: error)
            let found = rows.removeValue(forKey: name)
            let row = try #require(found, "\(name) has no row")
            #expect(row[1] == error.code.map { "\($0)" } ?? "none", "\(name)")
            #expect(row[3] == (RetryPolicy.isWorthRetrying(error) ? "yes" : "no"), "\(name)")
            #expect(row[4] == Self.period(of: error), "\(name)")
        }
        #expect(rows.isEmpty, "rows of no error")
    }

    @Test(arguments: [
        ("Sources/ImageLoading/Request/ImageError.swift", ""),
        ("Sources/ImageCoding/ImageCodingError.swift", "badImageData"),
        ("Sources/Transfer/TransferError.swift", "transfer"),
    ])
    func `every case is among the errors that are compared`(path: String, parent: String) throws {
        let compared = Set(Self.errors.map { Self.name(of: $0) })
        // The first type of the file: its cases precede its first function or property.
        let cases = try Document(path).lines.prefix { !$0.contains(" var ") && !$0.contains(" func ") }
            .compactMap { $0.firstMatch(of: #/^    (?:indirect )?case (\w+)/#)?.1 }.map(String.init)
        #expect(cases.count >= 8)
        for name in cases {
            let full = parent.isEmpty ? name : "\(parent)(\(name))"
            #expect(compared.contains { $0 == full || $0.hasPrefix(full + "(") }, "\(full)")
        }
    }

    private static func period(of error: ImageError) -> String {
        guard let seconds = FailedURLs.period(of: error)?.components.seconds else { return "no" }
        return seconds % 3600 == 0 ? "\(seconds / 3600) h" : "\(seconds) s"
    }

    /// Returns the name of an error in the table. It has no `default`, so that a new case needs a row.
    private static func name(of error: ImageError) -> String {
        switch error {
        case .invalidURL: "invalidURL"
        case .badImageData(let error): "badImageData(\(name(of: error)))"
        case .failedBefore: "failedBefore"
        case .invalidStatusCode(let status, _): "invalidStatusCode(\(status))"
        case .invalidContentType: "invalidContentType"
        case .invalidRequest: "invalidRequest"
        case .invalidResponse: "invalidResponse"
        case .cancelled: "cancelled"
        case .transfer(let error): "transfer(\(name(of: error)))"
        case .unreadableFile: "unreadableFile"
        case .transformFailed: "transformFailed"
        case .loaderFailed: "loaderFailed"
        case .notInCache: "notInCache"
        }
    }

    private static func name(of error: ImageCodingError) -> String {
        switch error {
        case .empty: "empty"
        case .unknownFormat: "unknownFormat"
        case .tooLarge: "tooLarge"
        case .damaged: "damaged"
        case .unsupported: "unsupported"
        case .decoderUnavailable: "decoderUnavailable"
        case .cannotEncode: "cannotEncode"
        case .tooSlow: "tooSlow"
        case .cancelled: "cancelled"
        }
    }

    private static func name(of error: TransferError) -> String {
        switch error {
        case .invalidURL: "invalidURL"
        case .urlTooLong: "urlTooLong"
        case .unsupportedScheme: "unsupportedScheme"
        case .couldNotResolve: "couldNotResolve"
        case .couldNotConnect: "couldNotConnect"
        case .timedOut: "timedOut"
        case .tls: "tls"
        case .tooManyRedirects: "tooManyRedirects"
        case .redirectRefused: "redirectRefused"
        case .hostRefused: "hostRefused"
        case .tooLarge: "tooLarge"
        case .connectionLost: "connectionLost"
        case .protocolError: "protocolError"
        case .missingLibrary: "missingLibrary"
        case .systemLimit: "systemLimit"
        case .cancelled: "cancelled"
        }
    }
}
