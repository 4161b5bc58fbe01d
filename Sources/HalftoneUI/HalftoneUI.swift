/// The terminal under one import: views, screen, and the engine that loads their images.

@_exported import struct FoundationEssentials.IndexPath
@_exported import HalftoneKit
@_exported import TerminalScreen
@_exported import TerminalViews
