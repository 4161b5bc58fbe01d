import Basis

extension Transformers {
    /// Several transformers, applied one after another.
    ///
    /// A step that fails is skipped, like a single transformer that fails; after a cancellation the result is `nil`.
    public struct Pipeline: ImageTransformer {
        public let transformers: [any ImageTransformer]

        public init(_ transformers: [any ImageTransformer]) { self.transformers = transformers }

        /// The keys of its steps, joined by a hyphen.
        public var key: String { transformers.map(\.key).joined(separator: "-") }

        public func transform(_ image: Image, cancellation: CancellationToken?) -> Image? {
            var result = image
            for transformer in transformers {
                if cancellation?.isCancelled == true { return nil }
                result = transformer.transform(result, cancellation: cancellation) ?? result
            }
            return cancellation?.isCancelled == true ? nil : result
        }
    }
}
