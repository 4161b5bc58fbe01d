import Transfer

@testable import ImageLoading

/// The server of a schedule: three pictures that change, each with its own caching rules.
///
/// The first has validators and nothing else, the second has no validators and a lifetime of at most 50 seconds, and
/// the third varies by language.
struct ScheduleServer {
    static let count: UInt8 = 3
    static let languages = ["de", "fr"]
    private var versions: [UInt8] = [0, 0, 0]

    func version(of number: UInt8) -> UInt8 { versions[Int(number)] }

    mutating func change(_ number: Int) { versions[number] += 1 }

    /// The picture that a request for `number` gets.
    func picture(_ number: UInt8, for headers: [(name: String, value: String)]) -> SchedulePicture {
        SchedulePicture(
            url: number, version: versions[Int(number)], audience: Self.audience(of: number, headers))
    }

    /// The requested language of the third picture, counted from 1; 0 for pictures without languages.
    static func audience(of number: UInt8, _ headers: [(name: String, value: String)]) -> UInt8 {
        guard number == 2 else { return 0 }
        let language = headers.first { $0.name == "Accept-Language" }?.value
        return languages.firstIndex { $0 == language }.map { UInt8($0) + 1 } ?? 0
    }

    /// The error of a failed request.
    static func failure(of number: UInt8) -> ImageError { .invalidStatusCode(500 + Int(number)) }

    func tag(of picture: SchedulePicture) -> String? {
        picture.url == 1 ? nil : "\(picture.version).\(picture.audience)"
    }

    func headers(of picture: SchedulePicture) -> TransferHeaders {
        switch picture.url {
        case 0: [:]
        case 1: ["Cache-Control": "max-age=50"]
        default: ["Vary": "Accept-Language"]
        }
    }

    /// The disk entry of a cache that stored this picture at that time.
    func entry(of picture: SchedulePicture, for headers: [(name: String, value: String)], at time: Double)
        -> DiskCache.Entry
    {
        DiskCache.Entry(
            bytes: picture.bytes, validators: Validators(entityTag: tag(of: picture)),
            response: picture.url == 0
                ? nil
                : ResponseMetadata(
                    headers: self.headers(of: picture), requestHeaders: headers, receivedAt: time))
    }

    /// A complete response: the picture, or a 304.
    func answer(_ request: ImageRequest, _ picture: SchedulePicture) -> Download {
        let (tag, headers) = (tag(of: picture), headers(of: picture))
        if let tag, request.validators.entityTag == tag { return .notModified(headers) }
        let head = TransferResponse(url: request.urlText, status: 200, headers: headers)
        return .fresh(
            Payload(
                bytes: picture.bytes, validators: Validators(entityTag: tag), origin: .network,
                response: picture.url == 0 ? nil : head))
    }
}
