import CCurses
import CSystem
import Glibc

/// The ncurses state of a terminal: its terminfo entry, and the bytes that ncurses would write.
///
/// Owns the `SCREEN`, whose output is a file in memory: ncurses blocks for seconds when it writes to a slow terminal
/// itself. With such an output it can neither set the terminal's modes nor read its size; ``TerminalSession`` does
/// both. ncurses keeps its state in globals, so only one instance may exist at a time.
@MainActor
final class CursesScreen {
    private let screen: OpaquePointer
    private let memory: Int32
    private let output: UnsafeMutablePointer<FILE>
    private let input: UnsafeMutablePointer<FILE>
    private(set) var isOpen = true

    /// Loads the terminfo entry `term` and starts ncurses on it. `input` is only checked for being a terminal.
    ///
    /// ncurses' own handlers of SIGINT, SIGTERM, SIGTSTP and SIGWINCH, which draw, are removed again.
    ///
    /// - Throws: `TerminalError.system` if a descriptor or the file in memory cannot be created, `.unknownTerminal` if
    ///   there is no entry.
    init(term: String, input descriptor: Int32, size: CellSize) throws(TerminalError) {
        let copy = dup(descriptor)
        guard copy >= 0, let input = fdopen(copy, "r") else { throw .system(call: "dup", errno: errno) }
        let memory = halftone_memory_file("halftone-frame")
        guard memory >= 0, let output = fdopen(memory, "w") else {
            fclose(input)
            throw .system(call: "memfd_create", errno: errno)
        }
        let handlers = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH].map { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            return (signal: signal, action: action)
        }
        let screen = newterm(term, output, input)
        for var handler in handlers { sigaction(handler.signal, &handler.action, nil) }
        guard let screen else {
            fclose(output)
            fclose(input)
            throw .unknownTerminal(term)
        }
        self.screen = screen
        self.memory = memory
        self.output = output
        self.input = input
        typeahead(-1)  // otherwise ncurses would abandon a frame when a key is waiting
        nonl()  // LF does not return the carriage
        resize(to: size)  // ncurses uses COLUMNS and LINES, or terminfo's 80x24; the terminal knows its size
        wrefresh(halftone_curses_screen())
        _ = drain()  // drops ncurses' start sequences: the session sends its own, which match its restore sequences
    }

    /// Ends ncurses. Its restore sequences are dropped: the session sends its own, which a crash handler can send too.
    /// Idempotent.
    func close() {
        guard isOpen else { return }
        isOpen = false
        endwin()
        delscreen(screen)
        fclose(output)
        fclose(input)
    }

    /// Returns the bytes that ncurses has written since the last call.
    func drain() -> [UInt8] {
        let count = Int(lseek(memory, 0, SEEK_CUR))
        guard count > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(memory, buffer.baseAddress, count, 0))
        }
        lseek(memory, 0, SEEK_SET)
        ftruncate(memory, 0)
        return bytes
    }

    func resize(to size: CellSize) {
        resizeterm(Int32(clamping: max(1, size.rows)), Int32(clamping: max(1, size.columns)))
    }

    // MARK: - terminfo

    /// Returns a string capability as bytes to send, without padding for paper terminals; `nil` if the terminal has
    /// none.
    func string(_ name: String) -> [UInt8]? {
        guard let text = halftone_curses_string(name) else { return nil }
        let bytes = Self.withoutDelays(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
        return bytes.isEmpty ? nil : bytes
    }

    /// Whether ncurses writes the bottom right corner by inserting a character before the one that belongs there.
    var insertsIntoCorner: Bool { halftone_curses_flag("am") && string("rmam") == nil }

    var facts: TerminfoCapabilities { .ofLoadedEntry }

    var keyTable: KeyTable {
        var table = KeyTable()
        for (name, key) in KeyTable.names {
            if let sequence = string(name) { table.add(sequence, key) }
        }
        return table
    }

    /// Returns the bytes without padding, terminfo's `$<5*/>`.
    nonisolated static func withoutDelays(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if rest.starts(with: "$<".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                rest = rest[(end + 1)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
