import HalftoneCore
import ImageLoading
import TerminalScreen
import TerminalViews

/// The HUD: statistics of the engine and the screen, in two lines above the footer.
@MainActor
final class StatisticsPanel: View {
    private let manager: ImageManager
    private let frames: FrameStatistics
    private var nextUpdate = Duration.zero

    init(manager: ImageManager, frames: FrameStatistics) {
        self.manager = manager
        self.frames = frames
        super.init()
    }

    /// Updates the statistics twice a second, not in every frame, because drawing them changes them.
    override func advance(to now: Duration) -> Duration? {
        if now >= nextUpdate {
            nextUpdate = now + .milliseconds(500)
            setNeedsDisplay()
        }
        return nextUpdate
    }

    /// Two rows, unless the screen is too low.
    override func sizeThatFits(_ size: CellSize) -> CellSize {
        CellSize(columns: size.columns, rows: min(2, max(0, size.rows - 2)))
    }

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: theme.panel)
        let summary = manager.trace.summary
        // The most important statistics come first: 80 columns are too few for all.
        let loads =
            "live \(manager.activeLoadCount)  stale \(summary.stalePaints)  late \(summary.lateDropped)  "
            + "cancelled \(summary.cancelled)  memory \(summary.memoryHits)  disk \(summary.diskHits)  "
            + "network \(summary.requests)  failed \(summary.failed)  coalesced \(summary.joins)"
        let micros = Int(frames.lastDuration.seconds * 1_000_000)
        let screen =
            "last \(micros) µs, \(ByteSize(frames.lastBytes))  frames \(frames.presented)  dropped \(frames.dropped)  "
            + "bandwidth \(frames.bandwidth)  "
            + "written \(ByteSize(frames.bytes))  received \(ByteSize(summary.bytesReceived))  "
            + "images \(ByteSize(manager.memoryCache.statistics.bytes))"
        context.draw(loads, column: 1, row: 0, columns: bounds.size.columns - 2, style: theme.panelStrong)
        context.draw(screen, column: 1, row: 1, columns: bounds.size.columns - 2, style: theme.panel)
    }
}
