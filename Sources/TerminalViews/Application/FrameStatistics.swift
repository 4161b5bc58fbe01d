/// Statistics of all frames, counted by the main loop.
@MainActor
package final class FrameStatistics {
    package var presented = 0
    /// Number of frames dropped because the terminal was too slow.
    package var dropped = 0
    /// Number of bytes written.
    package var bytes = 0
    /// The total time to encode frames.
    package var encoding = Duration.zero
    /// The total time until the terminal had accepted frames.
    package var writing = Duration.zero

    package init() {}
}
