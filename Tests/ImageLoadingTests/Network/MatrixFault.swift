import ImageLab

@testable import ImageLoading

/// A fault of the Lab's server, and the possible results of a download with it.
struct MatrixFault: Sendable {
    let name: String
    /// Whether a download with it may succeed, and with another such fault too.
    let mayEndWell: Bool
    let set: @Sendable (inout LabFaults) -> Void
    /// Whether it may cause this error.
    let isMeant: @Sendable (ImageError) -> Bool

    init(
        _ name: String, mayEndWell: Bool = false, _ set: @escaping @Sendable (inout LabFaults) -> Void,
        _ isMeant: @escaping @Sendable (ImageError) -> Bool
    ) {
        (self.name, self.mayEndWell, self.set, self.isMeant) = (name, mayEndWell, set, isMeant)
    }

    static func harmless(_ name: String, _ set: @escaping @Sendable (inout LabFaults) -> Void) -> MatrixFault {
        MatrixFault(name, mayEndWell: true, set) { _ in false }
    }
}

extension MatrixFault {
    static let all: [MatrixFault] = [
        .harmless("delay") { $0.delay = 20 },
        .harmless("rate") { $0.rate = 200_000 },
        MatrixFault("status=500") {
            $0.status = 500
        } _: {
            $0.withoutHeaders == .invalidStatusCode(500)
        },
        MatrixFault("status=410") {
            $0.status = 410
        } _: {
            $0.withoutHeaders == .invalidStatusCode(410)
        },
        MatrixFault("truncate", { $0.truncate = 5000 }, isLost),
        MatrixFault("reset", { $0.reset = 5000 }, isLost),
        MatrixFault("stall") {
            $0.stall = 5000
        } _: {
            if case .transfer(.timedOut) = $0 { true } else { false }
        },
        .harmless("redirect") { $0.redirect = 2 },
        MatrixFault("loop") {
            $0.loop = true
        } _: {
            $0 == .transfer(.tooManyRedirects(limit: 10))
        },
        MatrixFault("location") {
            $0.location = "ftp://127.0.0.1/x"
        } _: {
            if case .transfer(.redirectRefused) = $0 { true } else { false }
        },
        .harmless("type") { $0.type = "text/html" },
        .harmless("length=none") { $0.length = LabFaults.Length.none },
        MatrixFault("length=wrong", { $0.length = .wrong }, isLost),
        MatrixFault("length=100", mayEndWell: true, { $0.length = .bytes(100) }, isLost),
        .harmless("garbage") { $0.garbage = true },
        .harmless("empty") { $0.empty = true },
        .harmless("etag") { $0.etag = true },
        .harmless("maxage") { $0.maxage = 60 },
        .harmless("flip") { $0.flip = true },
        .harmless("range") { $0.range = true },
        MatrixFault("auth") {
            $0.auth = "a:b"
        } _: {
            $0.withoutHeaders == .invalidStatusCode(401)
        },
        MatrixFault("cookie") {
            $0.cookie = true
        } _: {
            $0.withoutHeaders == .invalidStatusCode(403)
        },
        MatrixFault("fail", mayEndWell: true) {
            $0.fail = 1
        } _: {
            $0.withoutHeaders == .invalidStatusCode(503)
        },
        .harmless("seed") { $0.seed = 7 },
    ]

    private static func isLost(_ error: ImageError) -> Bool {
        if case .transfer(.connectionLost) = error { true } else { false }
    }

    /// Faults that cut a body off have no effect on a shorter one: an empty one, or one with a short Content-Length.
    static let disarming = ["empty", "length=100"]

    /// Whether a download with all these faults together may succeed.
    static func mayEndWell(_ faults: [MatrixFault]) -> Bool {
        let isDisarmed = !Set(faults.map(\.name)).isDisjoint(with: disarming)
        return faults.allSatisfy { fault in
            fault.mayEndWell || isDisarmed && ["truncate", "reset", "stall", "length=wrong"].contains(fault.name)
        }
    }

    /// Faults after which the complete bytes are no image.
    private static let spoiling = ["garbage", "empty", "length=100"]

    /// Whether the bytes received with these faults may be an image.
    static func mayBeAPicture(_ faults: [MatrixFault]) -> Bool {
        mayEndWell(faults) && Set(faults.map(\.name)).isDisjoint(with: spoiling)
    }

    /// Whether a load of a picture with these faults may end with this error.
    static func isMeant(_ error: ImageError, for faults: [MatrixFault]) -> Bool {
        if case .badImageData = error { return !Set(faults.map(\.name)).isDisjoint(with: spoiling) }
        return faults.contains { $0.isMeant(error) }
    }

    /// Every fault alone and with every other.
    static var pairs: [[MatrixFault]] {
        all.indices.flatMap { index in all[index...].map { [all[index], $0] } }
    }

    /// The URL of a picture with these faults. The server counts failures by URL, so every number has its own.
    static func url(of picture: String, _ faults: [MatrixFault], number: Int, on lab: LabServer) -> String {
        var query = LabFaults()
        for fault in faults { fault.set(&query) }
        if query.seed == nil { query.seed = 1000 + number }
        return lab.url(ofPicture: picture, faults: query)
    }
}
