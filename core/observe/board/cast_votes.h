// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/known_keys.h"
#include "core/observe/board/lost_leases.h"
#include "core/observe/board/votes/loss.h"

#include <absl/functional/function_ref.h>
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace lockkeeper::observe {

/// Items by due time, in steps of 0.1 s. `T` has a member `expirySlot`. Remove items before they
/// are destroyed.
template <class T> class ExpiryIndex {
public:
    explicit ExpiryIndex(SteadyTime start)
        : m_start(start)
    { }

    void add(T& item, SteadyTime due)
    {
        const std::uint32_t bucket = bucketOf(due);
        if (item.expirySlot.bucket <= bucket)
            return;
        remove(item);
        auto& items = m_buckets[bucket];
        item.expirySlot = {bucket, static_cast<std::uint32_t>(items.size())};
        items.push_back(&item);
    }

    void remove(T& item)
    {
        if (item.expirySlot.bucket == ExpirySlot::kNone)
            return;
        const auto found = m_buckets.find(item.expirySlot.bucket);
        auto& items = found->second;
        T* const last = items.back();
        items[item.expirySlot.place] = last;
        last->expirySlot.place = item.expirySlot.place;
        items.pop_back();
        item.expirySlot = {};
        if (items.empty())
            m_buckets.erase(found);
    }

    std::vector<T*> takeDue(SteadyTime now)
    {
        std::vector<T*> due;
        while (!m_buckets.empty() && timeOf(m_buckets.begin()->first) <= now) {
            for (T* const item : m_buckets.begin()->second) {
                item->expirySlot = {};
                due.push_back(item);
            }
            m_buckets.erase(m_buckets.begin());
        }
        return due;
    }

private:
    using Tenths = std::chrono::duration<std::int64_t, std::deci>;

    [[nodiscard]] std::uint32_t bucketOf(SteadyTime due) const
    {
        const auto tenths = std::chrono::ceil<Tenths>(due - m_start).count();
        return static_cast<std::uint32_t>(
            std::clamp<std::int64_t>(tenths, 0, ExpirySlot::kNone - 1));
    }
    [[nodiscard]] SteadyTime timeOf(std::uint32_t bucket) const { return m_start + Tenths(bucket); }

    SteadyTime m_start;
    std::map<std::uint32_t, std::vector<T*>> m_buckets;
};

struct ExpiredVote {
    std::size_t master;
    std::string key;
};

/// Casts votes, and remembers when they end and which locks a master lost. Remove records before
/// they are destroyed.
///
/// From a flush, restart or failover to the end of the next sweep, tokens that vanish early count
/// as lost, and until settleLosses() also replaced ones; not tokens seen since: docs/alerts.md,
/// "Events".
class CastVotes {
public:
    CastVotes(std::size_t masters, SteadyTime start)
        : m_expiries(start)
        , m_masters(masters)
    { }

    /// observe::setVote() on the record's unpublished entry. `isSameShared`: a holder remains, so
    /// the lock is not lost.
    bool set(BoardRecord& record, std::size_t master, const Vote& vote, const ValueMark& mark,
        bool isSameShared = false);
    void remove(BoardRecord& record) { m_expiries.remove(record); }
    /// Votes whose TTL has passed, once until set again. `onFailed(record)`: the master has failed
    /// since.
    [[nodiscard]] std::vector<ExpiredVote> takeExpired(
        SteadyTime now, absl::FunctionRef<void(BoardRecord&)> onFailed);

    [[nodiscard]] static bool endsEarly(const Votes& votes, std::size_t master, SteadyTime at);
    [[nodiscard]] bool isLossExpected(std::size_t master) const noexcept
    {
        return m_masters[master].expected.has_value();
    }
    /// Keys with reported commands, among those read next: no restart lost them.
    void setReported(std::size_t master, std::unordered_set<std::string> keys)
    {
        m_masters[master].reported = std::move(keys);
    }
    [[nodiscard]] bool isReported(std::size_t master, const std::string& key) const
    {
        return m_masters[master].reported.contains(key);
    }
    /// Tokens ended early without a reported command. `end` casts the votes.
    void noteVanished(std::size_t master, SteadyTime at, absl::FunctionRef<void()> end);

    /// The flush may be of another database.
    void noteFlush(std::size_t master, SteadyTime now) { expect(master, LossCause::Flush, now); }
    /// `at`: redis::LinkStatus::restartedAt; does nothing if known. `wasUnwatched`: locks may have
    /// been released unseen.
    void noteRestart(std::size_t master, std::optional<SteadyTime> at, bool wasUnwatched = false);
    /// `at`: redis::LinkStatus::move.
    void noteFailover(std::size_t master, std::optional<SteadyTime> at, bool wasUnwatched = false);
    [[nodiscard]] const std::optional<Loss>& latestLoss(std::size_t master) const noexcept
    {
        return m_masters[master].latest;
    }
    [[nodiscard]] LostLeases& lost() noexcept { return m_lost; }
    void beginSweep(std::size_t master) noexcept;
    /// After the sweep's last vote: tokens that vanish later were released.
    void endSweep(std::size_t master) noexcept;
    /// After endSweep(), once all changes before it are read. A seen name may have another token.
    void settleLosses(std::size_t master, const KnownKeys& keys, SteadyTime now,
        absl::FunctionRef<LockEntry&(BoardRecord&)> edit);

private:
    struct Expected {
        LossCause cause;
        SteadyTime since;
        bool isSwept = false;
        bool isSweepOver = false;
        std::size_t locks = 0;
        bool wasUnwatched = false;
    };
    struct Master {
        std::optional<Expected> expected;
        std::optional<Loss> latest;
        std::optional<SteadyTime> restart;
        std::optional<SteadyTime> failover;
        std::unordered_set<std::string> reported;
    };

    void expect(std::size_t master, LossCause cause, SteadyTime since);
    [[nodiscard]] bool noteEnd(const BoardRecord& record, std::size_t master, const Vote& vote);
    [[nodiscard]] bool hasSurvived(
        const BoardRecord& record, std::size_t master, const Vote& vote) const;

    ExpiryIndex<BoardRecord> m_expiries;
    std::vector<Master> m_masters;
    LostLeases m_lost;
};

} // namespace lockkeeper::observe
