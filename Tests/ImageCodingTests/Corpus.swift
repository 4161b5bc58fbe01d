import Glibc
import TestSupport

/// Test pictures that are not part of the repository; where they are missing, their tests are skipped.
enum Corpus {
    /// The files of a folder of the corpus by name; empty where the corpus is not.
    static func files(in folder: String) -> [(name: String, bytes: [UInt8])] {
        let path = root + "/" + folder
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { !$0.hasPrefix(".") }.sorted().compactMap { name in
            read(path + "/" + name).map { (name, $0) }
        }
    }

    /// The folder of the pictures: beside the package, or from the environment.
    private static let root =
        getenv("HALFTONE_CORPUS").map { String(cString: $0) } ?? Document.root + "/../shared/corpus"

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}
