// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export.h"
#include "core/observe/board/evidence.h"
#include "core/observe/board/packed_lock.h"
#include "core/observe/board/votes/verdict.h"
#include "core/observe/notes/note.h"
#include "core/text/seeded_hash.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// 48 bits of a value's hash with a random key: nobody can construct a collision; by chance, one
/// change in 10^14 is missed. Actions compare fingerprints.
class ValueMark {
public:
    ValueMark() = default;
    explicit ValueMark(std::string_view value)
    {
        const std::uint64_t hash = seededHash(value);
        m_parts
            = {part(hash), part(hash >> 16U), static_cast<std::uint16_t>(part(hash >> 32U) | 1U)};
    }

    friend bool operator==(const ValueMark&, const ValueMark&) = default;

private:
    static std::uint16_t part(std::uint64_t hash) noexcept
    {
        return static_cast<std::uint16_t>(hash & 0xFFFFU);
    }

    std::array<std::uint16_t, 3> m_parts{};
};

/// Milliseconds, or none, in six bytes.
class CompactTtl {
public:
    CompactTtl() = default;
    explicit CompactTtl(std::chrono::milliseconds ttl)
    {
        const auto bits = static_cast<std::uint64_t>(
            std::clamp<std::int64_t>(ttl.count(), 0, std::int64_t{kNone} - 1));
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            m_parts[i] = static_cast<std::uint16_t>(bits >> (16U * i) & 0xFFFFU);
    }
    [[nodiscard]] std::optional<std::chrono::milliseconds> value() const noexcept
    {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            bits |= std::uint64_t{m_parts[i]} << (16U * i);
        return bits == kNone
            ? std::nullopt
            : std::optional(std::chrono::milliseconds(static_cast<std::int64_t>(bits)));
    }

private:
    static constexpr std::uint64_t kNone = (std::uint64_t{1} << 48U) - 1;

    std::array<std::uint16_t, 3> m_parts{0xFFFF, 0xFFFF, 0xFFFF};
};

/// Increases of the TTL of a token's majority.
struct Renewals {
    std::uint32_t count : 20 = 0;
    std::uint32_t steady : 4 = 0; ///< in a row, as long as the one before
    /// (count > 0) The last TTL, logarithmic. A raise to another TTL is no renewal.
    std::uint32_t level : 8 = 0;
    /// Between the last two with the same TTL; 0: unknown.
    std::chrono::duration<std::uint32_t, std::milli> interval{0};
    SteadyTime last{};

    static std::uint32_t levelOf(std::chrono::milliseconds ttl);
    [[nodiscard]] std::chrono::milliseconds lowestTtl() const;
    friend bool operator==(const Renewals&, const Renewals&) = default;
};

struct RivalToken {
    Fingerprint token;
    PackedLock lock;
    ValueType type = ValueType::None;
    friend bool operator==(const RivalToken&, const RivalToken&) = default;
};

/// All votes on one resource, and what follows from them. Immutable once published. There may be a
/// million: store nothing computable.
struct LockEntry {
    Resource resource;
    PackedLock packedLock; ///< of describedToken(votes); see unpackLock()
    Votes votes;
    EvidenceList stale;
    SteadyTime asOf{};
    SteadyTime firstSeen{}; ///< of this token
    std::uint64_t revision = 0; ///< grows with each change but that of time
    Renewals renewals;
    CompactTtl peakTtl;
    ValueMark mark{}; ///< of the first token's value
    ValueType type = ValueType::None;
    /// False: the masters disagree, perhaps during a change of hands, and must be read again.
    bool isSettled = true;
    /// False: the described token's value was not read.
    bool isDecoded = true;
    LazyValue<std::vector<RivalToken>> rivals{}; ///< other tokens with votes, as far as read
    LazyValue<Note> note{};

    [[nodiscard]] std::optional<std::chrono::milliseconds> longestTtl() const
    {
        return peakTtl.value();
    }
    /// Builds all texts: keep the result.
    [[nodiscard]] DecodedLock unpackLock() const { return packedLock.unpack(resource.value()); }
    /// Without a holder if its value is unread.
    [[nodiscard]] DecodedLock unpackLock(const Fingerprint& token) const;
    /// In order of their first master.
    [[nodiscard]] std::vector<Fingerprint> tokens() const;
    /// With a Holder::member, each once.
    [[nodiscard]] std::vector<Holder> members() const;
    [[nodiscard]] const PackedLock* lockOf(const Fingerprint& token) const LK_LIFETIME_BOUND;
    [[nodiscard]] ValueType typeOf(const Fingerprint& token) const;
    [[nodiscard]] bool hasEvidence() const noexcept { return !stale.empty(); }
    [[nodiscard]] Judgement countVotes() const
    {
        Judgement judgement = judge(votes, asOf);
        if (judgement.verdict == Verdict::Held && type == ValueType::Queue)
            judgement.verdict = Verdict::Queued;
        if (endsWithSession())
            judgement.neverExpires = false;
        return judgement;
    }
    [[nodiscard]] bool endsWithSession() const noexcept
    {
        const FormatPtr& format = packedLock.format();
        return format && format->endsWithSession;
    }
    [[nodiscard]] bool isHeldSinceExact() const { return packedLock.since().has_value(); }
    /// By its value, else since it was first seen.
    [[nodiscard]] SteadyTime heldSince(SteadyTime now, WallTime wallNow) const;
};

[[nodiscard]] inline bool isSameButForTime(const LockEntry& a, const LockEntry& b)
{
    return isSameButForTime(a.votes, b.votes) && a.renewals == b.renewals
        && a.packedLock == b.packedLock && a.rivals == b.rivals && a.stale == b.stale
        && a.isSettled == b.isSettled && a.isDecoded == b.isDecoded && a.note->saysSame(*b.note);
}

using LockEntryPtr = std::shared_ptr<const LockEntry>;

} // namespace lockkeeper::observe
