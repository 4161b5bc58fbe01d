import HalftoneCore

extension Transformers {
    /// Several transformers, applied one after another.
    ///
    /// The result is `nil` if a step fails, or after a cancellation.
    public struct Pipeline: ImageTransformer {
        /// The steps in the order in which they are applied.
        public let transformers: [any ImageTransformer]

        /// Creates a pipeline; without steps it returns every image unchanged.
        public init(_ transformers: [any ImageTransformer]) { self.transformers = transformers }

        /// The keys of its steps, joined by a hyphen.
        public var key: String { transformers.map(\.key).joined(separator: "-") }

        public func transform(_ image: Image, cancellation: CancellationToken?) -> Image? {
            run(image, cancellation) { $0.transform($1, cancellation: cancellation) }
        }

        public func transform(_ image: Image, of origin: ImageOrigin, cancellation: CancellationToken?) -> Image? {
            run(image, cancellation) { $0.transform($1, of: origin, cancellation: cancellation) }
        }

        private func run(
            _ image: Image, _ cancellation: CancellationToken?, _ step: (any ImageTransformer, Image) -> Image?
        ) -> Image? {
            var result = image
            for transformer in transformers {
                if cancellation?.isCancelled == true { return nil }
                guard let next = step(transformer, result) else { return nil }
                result = next
            }
            return cancellation?.isCancelled == true ? nil : result
        }
    }
}
