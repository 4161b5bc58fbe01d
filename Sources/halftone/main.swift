import Basis
import Glibc

// `main` is synchronous: an async one would leave this thread, with its signals, to nobody.
Output.reserveStandardDescriptors()
signal(SIGPIPE, SIG_IGN)  // a closed pipe is an error of write, not the end of the process
// Not `CommandLine.arguments`, which repairs what is not UTF-8: a file of the repaired name is another one.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0].map { FilePath(cString: $0) } }
exit(Program.run(words))
