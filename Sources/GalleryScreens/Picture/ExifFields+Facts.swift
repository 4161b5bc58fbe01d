import ImageCoding

extension ExifFields {
    /// The camera's data in photographers' notation. The texts are not sanitized.
    var facts: [(name: String, value: String)] {
        let facts: [(name: String, value: String?)] = [
            ("camera", camera), ("lens", lens), ("taken", taken), ("exposure", exposureLine),
            ("focal length", focalLengthLine), ("flash", flashFired.map { $0 ? "fired" : "did not fire" }),
            ("GPS", hasPosition ? "yes" : "no"), ("software", software),
            ("artist", artist), ("copyright", copyright),
        ]
        return facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
    }

    /// The camera's make and model, without the make if the model includes it.
    private var camera: String? {
        guard let make, let model else { return model ?? make }
        let maker = make.prefix { $0 != " " }.lowercased()
        return model.lowercased().hasPrefix(maker) ? model : "\(make) \(model)"
    }

    private var exposureLine: String? {
        var parts: [String] = []
        if let exposure {
            parts.append(exposure < 0.4 ? "1/\(Self.short(1 / exposure, digits: 0)) s" : "\(Self.short(exposure)) s")
        }
        if let fNumber { parts.append("f/\(Self.short(fNumber))") }
        if let sensitivity { parts.append("ISO \(sensitivity)") }
        if let exposureBias, abs(exposureBias) >= 0.05 {
            parts.append("\(exposureBias > 0 ? "+" : "−")\(Self.short(abs(exposureBias))) EV")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var focalLengthLine: String? {
        let own = focalLength.map { "\(Self.short($0)) mm" }
        let other = focalLengthOn35mm.map { "\($0) mm on 35 mm film" }
        guard let own, let other, let focalLength, let focalLengthOn35mm else { return own ?? other }
        return focalLength.rounded() == Double(focalLengthOn35mm) ? own : "\(own) (\(other))"
    }

    /// Returns a number with one decimal, unless that is 0.
    private static func short(_ number: Double, digits: Int = 1) -> String {
        let number = min(number, 1e12)  // larger than any measured value
        let tenths = (number * 10).rounded() / 10
        let isWhole = digits == 0 || tenths == tenths.rounded()
        return isWhole ? "\(Int(tenths.rounded()))" : "\(tenths)"
    }
}
