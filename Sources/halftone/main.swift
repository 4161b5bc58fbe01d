import Basis
import CSystem

// `main` is synchronous: an async one would leave this thread, with its signals, to no loop.
Output.reserveStandardDescriptors()
halftone_give_large_blocks_back()
halftone_ignore_write_signals()  // a closed pipe, or a file that is too large, is an error of the write
// Not `CommandLine.arguments`, which repairs what is not UTF-8: a file of the repaired name is another one.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0].map { FilePath(cString: $0) } }
ProgramEnd.exit(Program.run(words))
