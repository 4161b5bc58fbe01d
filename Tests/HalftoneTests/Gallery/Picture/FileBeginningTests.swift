import HalftoneCore
import Glibc
import TestSupport
import Testing

@testable import halftone

/// The first bytes of a file, as text that is safe to print.
@Suite(.endsInTime) struct FileBeginningTests {
    @Test(arguments: [
        ("<!DOCTYPE html>\n<html>", "\"<!DOCTYPE html>\""), (" \n\t", "blanks"), ("", "nothing"),
        ("a\r\n\tb", "\"a b\""), ("x\u{1B}[31m", "78 1B 5B 33 31 6D"), ("ä", "C3 A4"), ("\u{7F}\0", "7F 00"),
    ])
    func `text is quoted, and other bytes are numbers`(text: String, words: String) {
        #expect(FileBeginning(text.utf8).description == words)
    }

    @Test func `only the beginning of a file is read, and nothing of other kinds of files`() {
        let folder = TemporaryDirectory()
        let path = folder.write(Array("0123456789abcdefghij".utf8), to: "file")
        #expect(FileBeginning(of: FilePath(path))?.description == "\"0123456789abcdef\"")
        mkfifo("\(folder.path)/pipe", 0o600)
        for name in ["pipe", "nothing", "."] {
            #expect(FileBeginning(of: FilePath("\(folder.path)/\(name)")) == nil)
        }
    }
}
