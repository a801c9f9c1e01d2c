// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/lock_entry.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lockkeeper::observe {
namespace {

constexpr double kStep = 1.1;
constexpr double kHighest = 255;

const RivalToken* rivalOf(const LockEntry& entry, const Fingerprint& token)
{
    const auto found = std::ranges::find(*entry.rivals, token, &RivalToken::token);
    return found == entry.rivals->end() ? nullptr : &*found;
}

} // namespace

std::uint32_t Renewals::levelOf(std::chrono::milliseconds ttl)
{
    const double level
        = std::log(std::max(static_cast<double>(ttl.count()), 1.0)) / std::log(kStep);
    return static_cast<std::uint32_t>(std::min(std::round(level), kHighest));
}

std::chrono::milliseconds Renewals::lowestTtl() const
{
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::pow(kStep, level - 0.5)));
}

const PackedLock* LockEntry::lockOf(const Fingerprint& token) const
{
    if (isDecoded && token == describedToken(votes))
        return &packedLock;
    const RivalToken* const rival = rivalOf(*this, token);
    return rival == nullptr ? nullptr : &rival->lock;
}

DecodedLock LockEntry::unpackLock(const Fingerprint& token) const
{
    if (const PackedLock* const lock = lockOf(token))
        return lock->unpack(resource.value());
    // Probably the same library, but another holder.
    return packedLock.withoutHolder().unpack(resource.value());
}

SteadyTime LockEntry::heldSince(SteadyTime now, WallTime wallNow) const
{
    const auto since = packedLock.since();
    return since ? now - std::chrono::duration_cast<std::chrono::milliseconds>(wallNow - *since)
                 : firstSeen;
}

std::vector<Holder> LockEntry::members() const
{
    std::vector<Holder> found;
    std::set<Fingerprint> known;
    for (const Fingerprint& token : tokens()) {
        const DecodedLock lock = unpackLock(token);
        for (const Holder& holder : lock.holders) {
            if (holder.member && known.insert(*holder.member).second)
                found.push_back(holder);
        }
    }
    return found;
}

std::vector<Fingerprint> LockEntry::tokens() const
{
    std::vector<Fingerprint> found;
    for (const Votes::Cell& cell : votes.held()) {
        if (const Fingerprint& token = votes.token(cell.token);
            std::ranges::find(found, token) == found.end())
            found.push_back(token);
    }
    return found;
}

ValueType LockEntry::typeOf(const Fingerprint& token) const
{
    if (lockOf(token) == &packedLock)
        return type;
    const RivalToken* const rival = rivalOf(*this, token);
    return rival == nullptr ? ValueType::None : rival->type;
}

} // namespace lockkeeper::observe
