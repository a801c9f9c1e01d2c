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

/// Recognises a value cheaply. Five masters store the same token, and computing a fingerprint for
/// each would cost most of the time of reading it. 48 bits of a hash with a random key per process:
/// nobody can construct two values with the same mark, and by chance it happens once in 10^14
/// changes. Never a reason to act: actions compare fingerprints, on the masters themselves.
class ValueMark {
public:
    /// Mark of no value.
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

/// A TTL, or none, in whole milliseconds and six bytes. A value.
class CompactTtl {
public:
    CompactTtl() = default;
    /// Negative TTLs become zero, those beyond 48 bits the largest.
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

/// Renewals of one token that were seen, that is, increases of the TTL of its majority.
struct Renewals {
    std::uint32_t count : 20 = 0;
    std::uint32_t steady : 4 = 0; ///< intervals in a row that were as long as the one before
    /// (count > 0) The TTL that the last one set, on a scale of tenths. Renewals set the same TTL
    /// each time: another one is set by other means.
    std::uint32_t level : 8 = 0;
    /// Between the last two that set the same TTL; zero: there were not two in a row.
    std::chrono::duration<std::uint32_t, std::milli> interval{0};
    SteadyTime last{}; ///< (count > 0)

    /// Rounded to the scale.
    static std::uint32_t levelOf(std::chrono::milliseconds ttl);
    /// (count > 0) The shortest TTL of this level.
    [[nodiscard]] std::chrono::milliseconds lowestTtl() const;
    friend bool operator==(const Renewals&, const Renewals&) = default;
};

/// What is known of a token that other masters store than the leading one.
struct RivalToken {
    Fingerprint token;
    PackedLock lock;
    ValueType type = ValueType::None;
    friend bool operator==(const RivalToken&, const RivalToken&) = default;
};

/// State of one resource: all votes and what follows from them. Published as an immutable value;
/// safe to share between threads. There may be a million of them, so what can be computed is not
/// stored.
struct LockEntry {
    Resource resource;
    PackedLock packedLock; ///< of describedToken(votes); see unpackLock()
    Votes votes; ///< one per master, in the deployment's order
    EvidenceList stale;
    SteadyTime asOf{}; ///< when the votes were counted
    SteadyTime firstSeen{}; ///< of this token
    std::uint64_t revision = 0; ///< grows with every change except the passing of time
    Renewals renewals;
    CompactTtl peakTtl; ///< see longestTtl()
    ValueMark mark{}; ///< of the value whose fingerprint is the votes' first token, if known
    ValueType type = ValueType::None;
    /// False while masters disagree and that was not confirmed by reading all of them again: a lock
    /// that is changing hands looks the same.
    bool isSettled = true;
    /// False until the value of the described token is read: packedLock has no holder.
    bool isDecoded = true;
    LazyValue<std::vector<RivalToken>> rivals{}; ///< other tokens with votes, as far as read
    LazyValue<Note> note{}; ///< what somebody says about the lock

    /// The longest TTL seen of this token: the best estimate of its TTL when it was acquired.
    /// nullopt: it never had one.
    [[nodiscard]] std::optional<std::chrono::milliseconds> longestTtl() const
    {
        return peakTtl.value();
    }
    /// Format and holder of the described token. Builds all texts again with each call: keep the
    /// result, or use `packedLock` for a single field.
    [[nodiscard]] DecodedLock unpackLock() const { return packedLock.unpack(resource.value()); }
    /// The same of one token. Without a holder if its value was not read.
    [[nodiscard]] DecodedLock unpackLock(const Fingerprint& token) const;
    /// The tokens that masters store, in the order of their first master.
    [[nodiscard]] std::vector<Fingerprint> tokens() const;
    /// The holders of all tokens that have a Holder::member, each once, in the order of the values.
    [[nodiscard]] std::vector<Holder> members() const;
    /// Format and holder of a token that masters store. Null: its value was not read.
    [[nodiscard]] const PackedLock* lockOf(const Fingerprint& token) const LK_LIFETIME_BOUND;
    /// The type of the token's value; None: it was not read.
    [[nodiscard]] ValueType typeOf(const Fingerprint& token) const;
    /// Counts the votes as of `asOf`, with each call: keep the result.
    [[nodiscard]] Judgement countVotes() const
    {
        Judgement judgement = judge(votes, asOf);
        if (judgement.verdict == Verdict::Held && type == ValueType::Queue)
            judgement.verdict = Verdict::Queued;
        if (endsWithSession())
            judgement.neverExpires = false;
        return judgement;
    }
    /// True if it has no TTL because it ends with its holder's session.
    [[nodiscard]] bool endsWithSession() const noexcept
    {
        const FormatPtr& format = packedLock.format();
        return format && format->endsWithSession;
    }
    /// True if the token itself says since when it is held. Otherwise only `firstSeen` is known.
    [[nodiscard]] bool isHeldSinceExact() const { return packedLock.since().has_value(); }
};

/// True if the two differ only by the passing of time.
[[nodiscard]] inline bool isSameButForTime(const LockEntry& a, const LockEntry& b)
{
    return isSameButForTime(a.votes, b.votes) && a.renewals == b.renewals
        && a.packedLock == b.packedLock && a.rivals == b.rivals && a.stale == b.stale
        && a.isSettled == b.isSettled && a.isDecoded == b.isDecoded && a.note->saysSame(*b.note);
}

using LockEntryPtr = std::shared_ptr<const LockEntry>;

} // namespace lockkeeper::observe
