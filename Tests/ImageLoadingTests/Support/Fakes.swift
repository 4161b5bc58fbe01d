// The clock, the executors and the network that every test of the engine uses.
@_exported import TestSupport
