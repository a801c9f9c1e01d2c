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

/// Keys whose names begin alike. Text from a server: pass it through displaySafe() before showing
/// it.
struct PrefixCount {
    std::string pattern; ///< a glob: `lock:*`
    std::size_t keys = 0;
    std::size_t lockLike = 0; ///< of these, keys whose names look like those of locks

    [[nodiscard]] bool looksLikeLocks() const noexcept { return 2 * lockLike > keys; }
    friend bool operator==(const PrefixCount&, const PrefixCount&) = default;
};

/// The pattern of all names that begin like `name`: its first word and what follows up to the next
/// `:`, `/` or `|`, without parts that differ from key to key. `lock:*` for `lock:orders:42`,
/// `{orders}:*` for `{orders}:mutex`. The name itself, as a glob, if it has no such part. Empty if
/// it begins with a part that differs. Pure.
[[nodiscard]] std::string prefixPatternOf(std::string_view name);

/// Counts names by prefix. A name that was added before is not counted again, so that the masters
/// of a deployment count together. Memory: some hundred bytes for each name. Not thread-safe.
class PrefixTally {
public:
    void add(std::string_view name);
    /// Number of different names.
    [[nodiscard]] std::size_t keys() const noexcept { return m_names.size(); }
    /// Prefixes of two keys or more, and prefixes that look like locks: these first, then those
    /// with most keys. At most `most`.
    [[nodiscard]] std::vector<PrefixCount> prefixes(std::size_t most) const;

private:
    absl::flat_hash_set<std::uint64_t> m_names; ///< hashes
    absl::flat_hash_map<std::string, PrefixCount> m_prefixes;
};

} // namespace lockkeeper::check
