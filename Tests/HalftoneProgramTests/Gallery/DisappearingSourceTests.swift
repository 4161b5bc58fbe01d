import FoundationEssentials
import Glibc
import LabTestSupport
import TestSupport
import Testing

/// Sources that are missing when they are read again: a folder that was removed, a feed that was deleted.
@Suite(.serialized, .endsInTime) struct DisappearingSourceTests {
    private let folder = TemporaryDirectory()

    private func makePictures() {
        mkdir(folder.path + "/pictures", 0o700)
        for (name, red) in [("a.png", 200), ("b.png", 150), ("c.png", 100)] as [(String, UInt8)] {
            folder.write(FlatPicture.png(30, 20, (red, 0, 0)), to: "pictures/" + name)
        }
    }

    private func makeFeed(_ base: String) {
        let entries = ["one", "two"].map {
            "<item><title>\($0)</title><enclosure url='\(base)/image/\($0)' type='image/jpeg'/></item>"
        }
        folder.write(
            Array("<rss version='2.0'><channel><title>t</title>\(entries.joined())</channel></rss>".utf8),
            to: "feed.xml")
    }

    @Test func `items of sources that disappeared stay, and the sources are named`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        makePictures()
        makeFeed(server.baseURL)
        let (folder, base) = (folder, server.baseURL)
        let (pictures, feed) = (folder.path + "/pictures", folder.path + "/feed.xml")
        try await Halftone.run([pictures, feed], columns: 160, folder: folder) { halftone in
            try halftone.see("1/5")
            try halftone.see("a.png")
            // when one of them is missing
            unlink(feed)
            try halftone.press("R")
            try halftone.see("\(feed): cannot be read: No such file or directory")
            try halftone.press("G")
            try halftone.see("5/5")
            // and then the other too
            try? FileManager.default.removeItem(atPath: pictures)
            try halftone.press("m", "R")
            try halftone.see("\(pictures): cannot be read: No such file or directory")
            // then all items are still there, with their marks
            try halftone.press("g")
            try halftone.see("the first of five, and one marked") { halftone in
                halftone.screen.contains("1/5") && halftone.screen.contains("1 marked")
            }
            // and a source that is back is read again
            makePictures()
            makeFeed(base)
            folder.write(FlatPicture.png(30, 20, (50, 0, 0)), to: "pictures/d.png")
            try halftone.press("R")
            try halftone.see("1/6")
            #expect(try halftone.quit() == .code(1))
            try halftone.see("\(base)/image/two")
            try halftone.see("halftone: \(feed): cannot be read")
        }
    }
}
