import Pixels
import Testing

@testable import ImageCoding

@Suite struct CorpusTests {
    @Test func everyFileEndsInPixelsOrInAClearError() {
        for folder in ["jpeg", "png", "pngsuite", "fuzz/jpeg", "fuzz/png", "fuzz/gif", "fuzz/webp"] {
            for (name, bytes) in Corpus.files(in: folder) {
                do {
                    let box = PixelSize(width: 80, height: 80)
                    let image = try ImageCodersManager.shared.decode(bytes, options: DecodeOptions(box: box))
                    #expect(!image.size.isEmpty && image.size.width <= 80 && image.size.height <= 80, "\(name)")
                } catch {
                    #expect(!error.description.isEmpty, "\(name)")
                }
            }
        }
    }
}
