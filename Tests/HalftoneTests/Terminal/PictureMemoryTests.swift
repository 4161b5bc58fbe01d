import TestSupport
import Testing

@testable import halftone

@MainActor @Suite(.endsInTime) struct PictureMemoryTests {
    private let folder = TemporaryDirectory()

    /// Returns the memory of another run, once its file is read.
    private func another(isOverruled: Bool = false) async -> PictureMemory {
        let memory = PictureMemory(folder: folder.path, isOverruled: isOverruled)
        var isRead = false
        memory.load { isRead = true }
        await until("the file") { isRead }
        return memory
    }

    @Test func `choices are kept for each terminal, and those of another run too`() async {
        let (first, second) = (PictureMemory(folder: folder.path), PictureMemory(folder: folder.path))
        first.choose(.best, on: "kitty")
        second.choose(.half, on: "foot")
        #expect(first.save() == nil && second.save() == nil)
        let memory = await another()
        #expect(memory["kitty"] == .best && memory["foot"] == .half && memory["xterm"] == nil)
        #expect(memory.hasChoice(on: "foot") && !memory.hasChoice(on: "xterm"))
    }

    @Test func `an option comes before the choices of earlier runs, not before those of this one`() async {
        let first = PictureMemory(folder: folder.path)
        first.choose(.best, on: "kitty")
        _ = first.save()
        let memory = await another(isOverruled: true)
        #expect(memory["kitty"] == nil && memory.hasChoice(on: "kitty"))
        memory.choose(.half, on: "kitty")
        #expect(memory["kitty"] == .half)
    }

    @Test(arguments: ["", "[1]", "{\"kitty\": \"octants\"}"])
    func `a file of another program is replaced once there is a choice`(text: String) async {
        folder.write(Array(text.utf8), to: "pictures.json")
        let memory = await another()
        #expect(!memory.hasChoice(on: "kitty"))
        #expect(memory.save() == nil && folder.read("pictures.json") == Array(text.utf8))
        memory.choose(.best, on: "kitty")
        #expect(memory.save() == nil)
        #expect(await another()["kitty"] == .best)
    }

    @Test func `a choice that cannot be saved is reported with the option against it`() {
        folder.write([], to: "file")
        let memory = PictureMemory(folder: folder.path + "/file")
        memory.choose(.best, on: "kitty")
        #expect(memory.save()?.hasSuffix("(--no-resume turns it off)") == true)
        let without = PictureMemory()
        without.choose(.best, on: "kitty")
        #expect(without.save() == nil && without["kitty"] == .best)
    }
}
