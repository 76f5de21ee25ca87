#pragma once

#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <stddef.h>
#include <stdint.h>

/* The names in nettle's headers are macros for others, which Swift does not import. */
static inline void cnettle_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, count, bytes);
    sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
}

static inline void cnettle_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *bytes,
    size_t count, uint8_t *digest) {
    struct hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, key_count, key);
    hmac_sha256_update(&context, count, bytes);
    hmac_sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
}
