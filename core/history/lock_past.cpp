// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/lock_past.h"

namespace lockkeeper::history {

Result<LockPast> readLockPast(
    const std::filesystem::path& file, const Resource& resource, std::size_t most)
{
    const auto reader = HistoryReader::open(file);
    if (!reader)
        return tl::make_unexpected(reader.error());
    auto owners = reader->owners(resource, most);
    if (!owners)
        return tl::make_unexpected(owners.error());
    const auto usual = reader->usualHold(resource);
    if (!usual)
        return tl::make_unexpected(usual.error());
    const auto handOvers = reader->handOvers(resource);
    if (!handOvers)
        return tl::make_unexpected(handOvers.error());
    return LockPast{std::move(*owners), *usual, *handOvers};
}

} // namespace lockkeeper::history
