import Glibc
import TestSupport
import Testing

/// `halftone print` with folders, and with files that are no images.
@Suite(.endsInTime) struct PrintFolderTests: PrintStage {
    let folder = TemporaryDirectory()

    private func titles(_ run: ProgramRun) -> [String] { run.lines.filter { $0.hasSuffix(".png") } }

    private func fill() {
        for name in ["in", "in/side", "empty"] { mkdir("\(folder.path)/\(name)", 0o700) }
        for name in ["in/10.png", "in/9.png", "in/side/1.png"] { _ = flat(name, 9, 9, 9) }
        folder.write(Array("text".utf8), to: "in/notes.txt")
    }

    @Test func `the pictures of a folder are printed in natural order, those of subfolders by option`()
        async throws
    {
        fill()
        let run = try await print("--size", "8x2", "--title", "%b", "\(folder.path)/in")
        #expect(titles(run) == ["9.png", "10.png"] && run.status == .code(0))
        let all = try await print("-R", "--size", "8x2", "--title", "%b", "\(folder.path)/in")
        #expect(titles(all) == ["9.png", "10.png", "1.png"] && all.status == .code(0))
        let sheet = try await print("--grid", "2", "--size", "40x10", "--title", "%b", "\(folder.path)/in")
        #expect(sheet.lines.contains { $0.contains("9.png") && $0.contains("10.png") })
    }

    @Test func `a folder without pictures is named, and counts as failed`() async throws {
        fill()
        let none = try await print("\(folder.path)/empty")
        #expect(none.status == .code(2) && none.complaints.contains("empty: the folder has no pictures"))
        let some = try await print("--size", "8x2", "--title", "%b", "\(folder.path)/empty", "\(folder.path)/in")
        #expect(some.status == .code(1) && titles(some) == ["9.png", "10.png"])
    }

    @Test func `a file that is no picture says what it looks like`() async throws {
        let page = folder.write(Array("<!DOCTYPE html>".utf8), to: "page.png")
        #expect(try await print(page).complaints.hasSuffix("not an image (looks like HTML)\n"))
    }
}
