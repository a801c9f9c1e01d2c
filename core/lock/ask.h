// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/export.h"
#include "core/text/fingerprint.h"
#include "core/types.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper::lock {

/// Somebody asks the holder of a lock to release it. The holder decides.
struct Ask {
    std::string by; ///< who asks; as the other program wrote it
    WallTime at{}; ///< by the clock of whoever asks
    std::string reason{};
    friend bool operator==(const Ask&, const Ask&) = default;
};

/// The key, on each master, where the holder of a resource is asked. It is in the resource's slot.
[[nodiscard]] LOCKKEEPER_EXPORT Resource askKeyOf(const Resource& resource);

/// What is stored there: `lk1-ask:<sha1 of the token>:<by>:<unix-ms>:<reason>`, with both texts cut
/// to their limits and percent-encoded. The token is that of whoever is asked: a next holder is
/// not. At most kLongestAsk bytes. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::string askText(const Fingerprint& token, const Ask& ask);
inline constexpr std::size_t kLongestAsk = 1024;

/// Parses that. nullopt: malformed, or somebody else is asked. Accepts any bytes. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::optional<Ask> parseAsk(
    std::string_view text, const Fingerprint& token);

} // namespace lockkeeper::lock
