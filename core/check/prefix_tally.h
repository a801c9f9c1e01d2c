// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::check {

/// Server text: use displaySafe() to show it.
struct PrefixCount {
    std::string pattern; ///< a glob: `lock:*`
    std::size_t keys = 0;
    std::size_t lockLike = 0;

    [[nodiscard]] bool looksLikeLocks() const noexcept { return 2 * lockLike > keys; }
    friend bool operator==(const PrefixCount&, const PrefixCount&) = default;
};

/// The glob of a name: its words up to a `:`, `/` or `|`, before any part that varies. `lock:*` for
/// `lock:orders:42`, `{orders}:*` for `{orders}:mutex`. `name` itself if no part varies; empty if
/// the first does.
[[nodiscard]] std::string prefixPatternOf(std::string_view name);

/// Counts different names by prefix, some hundred bytes each.
class PrefixTally {
public:
    void add(std::string_view name);
    [[nodiscard]] std::size_t keys() const noexcept { return m_names.size(); }
    /// Prefixes with two keys or lock-like names: lock-like first, then by keys.
    [[nodiscard]] std::vector<PrefixCount> prefixes(std::size_t most) const;

private:
    absl::flat_hash_set<std::uint64_t> m_names;
    absl::flat_hash_map<std::string, PrefixCount> m_prefixes;
};

} // namespace lockkeeper::check
