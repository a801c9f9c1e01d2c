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

/// A request to a holder to release its lock. The holder decides.
struct Ask {
    std::string by; ///< as the asker wrote it
    WallTime at{}; ///< by the asker's clock
    std::string reason{};
    friend bool operator==(const Ask&, const Ask&) = default;
};

/// In the resource's slot, on each master.
[[nodiscard]] LOCKKEEPER_EXPORT Resource askKeyOf(const Resource& resource);

/// The value: `lk1-ask:<sha1 of the token>:<by>:<unix-ms>:<reason>`. Texts are cut and
/// percent-encoded. The token excludes later holders. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::string askText(const Fingerprint& token, const Ask& ask);
inline constexpr std::size_t kLongestAsk = 1024;

/// nullopt: malformed, or for another token. Accepts any bytes. Pure.
[[nodiscard]] LOCKKEEPER_EXPORT std::optional<Ask> parseAsk(
    std::string_view text, const Fingerprint& token);

} // namespace lockkeeper::lock
