/// The whole engine under one import: URL to image, caches, coders, pixels.

@_exported import HalftoneCore
@_exported import struct FoundationEssentials.URL
@_exported import ImageCoding
@_exported import ImageLoading
@_exported import Pixels
@_exported import Transfer
