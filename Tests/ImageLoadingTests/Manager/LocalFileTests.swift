import FoundationEssentials
import Glibc
import Testing

@testable import ImageLoading

/// `file://` URLs.
@MainActor
struct LocalFileTests {
    private let bench = Bench()

    private func load(_ name: String, _ options: ImageOptions = []) -> RecordedLoad {
        let load = bench.load(
            URL(filePath: bench.directory.path + "/" + name, directoryHint: .notDirectory).absoluteString, options)
        bench.settle()
        return load
    }

    @Test(arguments: ["a.png", "with space.png", "100%.png", "a?b#c.png", "ünïcödé.png"])
    func aFileIsLoadedWhateverItsName(name: String) {
        bench.directory.write(Array("picture".utf8), to: name)
        #expect(load(name).words == ["image none"])
        #expect(load(name).words == ["image memory"])
        #expect(bench.transport.transfers.isEmpty && bench.isIdle)
    }

    @Test func aFileIsNotCopiedIntoTheDiskCache() {
        bench.directory.write(Array("picture".utf8), to: "a")
        #expect(load("a").words == ["image none"])
        #expect(bench.manager.diskCache?.totals().count == 0)
    }

    @Test func aMissingFileSaysSo() {
        #expect(load("missing").words == ["No such file or directory"])
        bench.directory.write(Array("picture".utf8), to: "missing")
        #expect(load("missing").words == ["image none"])  // it may be there a moment later
    }

    @Test func aDirectoryIsNoPicture() {
        mkdir(bench.directory.path + "/folder", 0o700)
        #expect(load("folder").words == ["not a file"])
    }

    @Test func aPipeHoldsNoThread() {
        mkfifo(bench.directory.path + "/pipe", 0o600)
        #expect(load("pipe").words == ["not a file"] && bench.isIdle)
    }

    @Test func anEmptyFileIsEmpty() {
        bench.directory.write([], to: "empty")
        #expect(load("empty").words == ["the picture is empty"])
    }

    @Test func aNULInAPathLeadsNowhere() {
        let path = bench.directory.write(Array("picture".utf8), to: "a")
        let load = bench.load("file://" + path + "%00.png")
        bench.settle()
        #expect(load.image == nil && load.results.count == 1)
        #expect(
            FileReader(limit: 100).read(path + "\0.png") == .failure(.unreadableFile("not a path: it contains a NUL")))
    }

    @Test func aFileOverTheLimitIsRefusedUnread() {
        let path = bench.directory.write(Array("picture".utf8), to: "a")
        #expect(FileReader(limit: 7).read(path).map(\.bytes.count) == .success(7))
        #expect(FileReader(limit: 6).read(path) == .failure(.unreadableFile("the file is over the limit of 6 bytes")))
    }

    @Test func refreshingAFileReadsItAgain() {
        bench.directory.write(Array("picture".utf8), to: "a")
        #expect(load("a").words == ["image none"])
        bench.directory.write(Array("picture 2".utf8), to: "a")
        let refresh = load("a", .refreshCached)
        #expect(refresh.words == ["cached memory", "image none"] && refresh.image?.sourceBytes == 9)
    }

    @Test func fromCacheOnlyReadsAFile() {
        bench.directory.write(Array("picture".utf8), to: "a")
        #expect(load("a", .fromCacheOnly).words == ["image none"])
    }

    @Test func aBrokenFileMayBeRepaired() {
        bench.directory.write(Array("<html>".utf8), to: "a")
        #expect(load("a").image == nil)
        bench.directory.write(Array("picture".utf8), to: "a")
        #expect(load("a").words == ["image none"])
    }
}
