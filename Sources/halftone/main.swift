import CSystem

// `main` is synchronous: an async one would leave this thread, with its signals, to nobody.
Output.reserveStandardDescriptors()
halftone_ignore_write_signals()  // a closed pipe, or a file that is too large, is an error of the write
ProgramEnd.exit(Program.run(Array(CommandLine.arguments.dropFirst())))
