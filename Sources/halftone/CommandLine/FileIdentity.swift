import HalftoneCore
import Glibc
import ImageCoding

/// Checks of files that are about to be overwritten. They do not change the files.
enum FileIdentity {
    /// Returns whether two paths refer to the same regular file. `-` is not a file.
    static func isOneFile(_ left: FilePath, _ right: FilePath) -> Bool {
        var (first, second) = (stat(), stat())
        guard left != "-", right != "-", left.withCString({ stat($0, &first) }) == 0,
            right.withCString({ stat($0, &second) }) == 0
        else { return false }
        return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Returns whether a regular file begins like one of an image format; a comment may precede the beginning of an SVG.
    static func isPicture(_ path: String) -> Bool {
        let head = ReadableFile(regular: FilePath(path))?.rest(upTo: ImageCodersManager.longestSignature)
        return head.flatMap { ImageCodersManager.shared.format(of: $0) } != nil
    }
}
