import Glibc

// `main` is synchronous: an async one would leave this thread, with its signals, to nobody.
Output.reserveStandardDescriptors()
signal(SIGPIPE, SIG_IGN)  // a closed pipe is an error of write, not the end of the process
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
