import HalftoneCore
import CSystem
import Glibc
import JailedCoding

JailedImageCoder.install()  // first: a process that is started as a decode worker ends here
// `main` is synchronous, because the main loop needs this thread with its signals.
Output.reserveStandardDescriptors()
halftone_give_large_blocks_back()
halftone_ignore_write_signals()  // writes to a closed pipe or a file that is too large then fail with an error
signal(SIGCHLD, SIG_DFL)  // a process that was started to ignore it gets no exit status of its children
// Not `CommandLine.arguments`, which repairs invalid UTF-8: a repaired path is another path.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0].map { FilePath(cString: $0) } }
ProgramEnd.exit(Program.run(words))
