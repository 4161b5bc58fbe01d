// The clock and the executors that every test of the engine uses.
@_exported import TestSupport
