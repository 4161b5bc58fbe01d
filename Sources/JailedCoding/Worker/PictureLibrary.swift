import CDecoders
import CLCMS
import Glibc
import HalftoneCore
import ImageCoding

/// The libraries of the formats.
enum PictureLibrary {
    static var all: [cdecoders_format] { (0..<cdecoders_count()).map { cdecoders_at($0).pointee } }

    static func named(_ format: String) -> cdecoders_format? {
        all.first { String(cString: $0.name) == format }
    }

    /// Opens the library with all files that it needs. Throws an error that says what to install.
    static func open(_ library: cdecoders_format) throws(WorkerFailure) {
        var failure = cdecoders_failure()
        guard library.open_library(&failure) else {
            throw WorkerFailure(
                unsupported: LibraryFailure.advice(
                    library: String(cString: library.file), package: String(cString: library.package),
                    reason: WorkerFailure(failure).text))
        }
    }

    /// Returns the name and the version of an open library.
    static func version(of library: cdecoders_format) -> String {
        "\(String(cString: library.library)) \(library.version().map(String.init(cString:)) ?? "")"
    }

    /// The folders of files that the library of a format may open while it decodes; see `cjail_limits`.
    static func fontFolders(of format: String) -> [String] {
        guard format == ImageFormat.svg.name else { return [] }
        let own = getenv("HOME").map { home in
            [".fonts", ".local/share/fonts"].map { "\(String(cString: home))/\($0)" }
        }
        return ["/usr/share/fonts", "/usr/local/share/fonts"] + (own ?? [])
    }
}

enum ColorLibrary {
    /// Opens it with all files that it needs: it asks for the time of day, and the C library then for the time zone.
    static func prepare() {
        _ = clcms_is_there()
        tzset()
    }
}
