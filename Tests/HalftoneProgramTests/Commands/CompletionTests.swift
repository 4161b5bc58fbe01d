import Glibc
import TestSupport
import Testing

/// Shell completions, as the shells interpret them.
@Suite(.endsInTime) struct CompletionTests {
    private static let folder = Document.root + "/Assets/completions/"
    private static let files = ["bash": "halftone.bash", "zsh": "_halftone", "fish": "halftone.fish"]

    /// Where the shells find the built program, which their completions ask.
    private static let path =
        Halftone.program.split(separator: "/").dropLast().map { "/" + $0 }.joined() + ":/usr/local/bin:/usr/bin:/bin"

    /// Returns both output streams of a program that must succeed.
    private func output(of command: [String]) async throws -> String {
        let folder = TemporaryDirectory()
        return try await blocking {
            let process = try ChildProcess(
                command, on: nil, environment: ["LC_ALL": "C.UTF-8", "PATH": Self.path], input: .file("/dev/null"),
                output: .file(folder.path + "/out"), error: .file(folder.path + "/out"))
            let status = try process.waitForExit(on: nil)
            let text = String(decoding: folder.read("out"), as: UTF8.self)
            #expect(status == .code(0), "\(text)")
            return text
        }
    }

    // MARK: - bash

    private func bash(_ words: String...) async throws -> [String] { try await bash(words: words) }

    /// Returns what bash offers for words as it takes them apart: at spaces, and at each `=` and `:`, which are words.
    private func bash(words: [String]) async throws -> [String] {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let line = words.reduce("") { line, word in
            ["=", ":"].contains(word) || line.hasSuffix("=") || line.hasSuffix(":") ? line + word : "\(line) \(word)"
        }
        let script = """
            source '\(Self.folder)halftone.bash' || exit 9
            COMP_WORDS=(\(list)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE='\(line)'
            _halftone
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try await output(of: ["bash", "--norc", "-u", "-c", script]).split(separator: "\n").map(String.init)
    }

    /// The other values are the same in zsh, see below.
    @Test func `bash completes a value after an equals sign, and no number`() async throws {
        #expect(try await bash("halftone", "--layout", "=") == ["auto", "list", "grid", "preview"])
        #expect(try await bash("halftone", "--load-delay", "").isEmpty)
    }

    @Test func `bash completes names of files with spaces`() async throws {
        let folder = TemporaryDirectory()
        folder.write([1], to: "a picture.jpg")
        mkdir(folder.path + "/a folder", 0o700)
        #expect(try await bash("halftone", "print", folder.path + "/a p") == [folder.path + "/a picture.jpg"])
        #expect(try await bash("halftone", "--cache-dir", folder.path + "/a") == [folder.path + "/a folder"])
    }

    /// Regression: names were completed by what follows the sign alone.
    @Test func `bash completes names of files with colons and equals signs`() async throws {
        let folder = TemporaryDirectory()
        for name in ["b:colon.jpg", "b=equal.jpg", "colon.jpg"] { folder.write([1], to: name) }
        let start = folder.path + "/b"
        #expect(try await bash("halftone", "print", start, ":", "c") == ["colon.jpg"])
        #expect(try await bash("halftone", "print", start, "=") == ["equal.jpg"])
        #expect(try await bash("halftone", "--trace", "=", start, ":", "c") == ["colon.jpg"])
        #expect(try await bash("halftone", "--trace", "=", folder.path + "/co") == [folder.path + "/colon.jpg"])
    }

    // MARK: - Other shells

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell reads its file without an error`(shell: String) async throws {
        try requireProgram(shell, of: shell)
        #expect(try await output(of: [shell, "-n", Self.folder + (Self.files[shell] ?? "")]).isEmpty)
    }

    @Test func `fish completes commands, options and their values`() async throws {
        try requireProgram("fish", of: "fish")
        for (words, expected) in [
            ("halftone tr", "trace"), ("halftone --lay", "--layout"), ("halftone print --fid", "--fidelity"),
            ("halftone --layout g", "grid"), ("halftone cache cl", "clear"), ("halftone help la", "lab"),
        ] {
            let fish = "source '\(Self.folder)halftone.fish'; complete -C '\(words)'"
            let found = try await output(of: ["fish", "--no-config", "-c", fish]).split(separator: "\n")
            #expect(found.contains { $0.split(separator: "\t").first ?? "" == expected }, "\(words): \(found)")
        }
    }

    /// Makes an interactive zsh complete lines with its own system and write the matches to a file instead of the
    /// screen: all of that system ends in `compadd`. A call with an array to fill is no result yet.
    private static let zshCapture = """
        PS1= ; unsetopt beep
        fpath=("$COMPLETIONS" $fpath)
        autoload -Uz compinit; compinit -D -u
        compadd() {
            local -a found
            local word
            for word; do
                [[ $word == -- || $word == - ]] && break
                [[ $word == -[AOD]* ]] && { builtin compadd "$@"; return }
            done
            builtin compadd -O found "$@"
            (($#found)) && print -rl -- $found >>$ANSWERS
            builtin compadd "$@"
        }
        write-down() { _main_complete; compstate[insert]= compstate[list]= }
        zle -C write-down .list-choices write-down
        zle-line-init() {
            local line
            while IFS= read -r line; do
                print -r -- "> $line" >>$ANSWERS
                BUFFER=$line CURSOR=$#line
                zle write-down
            done <$QUESTIONS
            BUFFER=exit
            zle .accept-line
        }
        zle -N zle-line-init

        """

    /// Returns what zsh's own completion offers at the end of each line.
    private func zsh(_ lines: [String]) async throws -> [String: Set<String>] {
        let folder = TemporaryDirectory()
        folder.write(Array(Self.zshCapture.utf8), to: ".zshrc")
        folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "questions")
        folder.write([1], to: "a picture.jpg")
        mkdir(folder.path + "/a folder", 0o700)
        return try await blocking {
            let terminal = try PseudoTerminal(readsAhead: true)
            let process = try ChildProcess(
                ["zsh", "-c", "cd '\(folder.path)' && exec zsh -d -i"], on: terminal,
                environment: [
                    "LC_ALL": "C.UTF-8", "PATH": Self.path, "TERM": "xterm", "ZDOTDIR": folder.path,
                    "COMPLETIONS": Self.folder,
                    "QUESTIONS": folder.path + "/questions", "ANSWERS": folder.path + "/answers",
                ])
            #expect(try process.waitForExit(on: terminal) == .code(0), "\(terminal.outputTail)")
            var (offers, question) = ([String: Set<String>](), "")
            for line in String(decoding: folder.read("answers"), as: UTF8.self).split(separator: "\n") {
                if line.hasPrefix("> ") {
                    question = String(line.dropFirst(2))
                    offers[question] = []
                } else {
                    offers[question]?.insert(String(line))
                }
            }
            return offers
        }
    }

    @Test func `zsh completes through its own system, and bash agrees`() async throws {
        try requireProgram("zsh", of: "zsh")
        let expected: [(line: String, offers: Set<String>)] = [
            ("halftone tr", ["trace"]), ("halftone help c", ["cache", "config"]), ("halftone --lay", ["--layout"]),
            ("halftone print --lay", []), ("halftone print --fid", ["--fidelity"]),
            ("halftone browse --layout ", ["auto", "list", "grid", "preview"]),
            ("halftone --layout=g", ["--layout=grid"]),
            ("halftone cache ", ["info", "path", "trim", "clear"]), ("halftone --limit=by", ["--limit=bytes="]),
            ("halftone lab --the", ["--theme"]), ("halftone lab --theme ", ["auto", "dark", "light", "none"]),
            ("halftone lab --scenario=sh", ["--scenario=sharing"]),
            ("halftone trace --chrome=a\\ p", ["a\\ picture.jpg"]),
            ("halftone print a\\ p", ["a\\ picture.jpg"]), ("halftone --cache-dir a", ["a\\ folder"]),
        ]
        // bash must offer the same words, but only what follows the sign in `--name=value`, and for files the path.
        for (line, offers) in expected where !line.contains("\\") && !line.hasSuffix(" a") {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            let parts = words.flatMap { word in
                word.firstIndex(of: "=").map { [word[..<$0], "=", word[word.index(after: $0)...]] } ?? [word]
            }
            let start = words.last?.firstIndex(of: "=").map { words.last?[...$0] ?? "" } ?? ""
            let found = try await bash(words: parts.map(String.init))
            #expect(Set(found.map { "\(start)\($0)" }) == offers, "\(line)")
        }
        let said = try await zsh(expected.map(\.line))
        for (line, offers) in expected { #expect(said[line] == offers, "\(line)") }
        #expect(said.count == expected.count)
    }
}
