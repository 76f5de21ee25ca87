import CNettle

/// The SHA-256 digests of FIPS 180-4, 32 bytes each, by nettle.
enum Digest {
    /// The number of bytes of a digest.
    static let size = 32

    /// Returns the digest of bytes.
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { digest, count in
            // SAFETY: both buffers live as long as the call, and the digest has the size of one.
            bytes.withUnsafeBufferPointer {
                cnettle_sha256($0.baseAddress, $0.count, digest.baseAddress)
            }
            count = size
        }
    }

    /// Returns the keyed digest of bytes, HMAC of RFC 2104.
    static func hmac(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { digest, count in
            // SAFETY: as above, for three buffers.
            bytes.withUnsafeBufferPointer { bytes in
                key.withUnsafeBufferPointer {
                    cnettle_hmac_sha256(
                        $0.baseAddress, $0.count, bytes.baseAddress, bytes.count,
                        digest.baseAddress)
                }
            }
            count = size
        }
    }
}
