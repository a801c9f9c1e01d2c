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
#include <vector>

namespace lockkeeper::observe {

/// Items ordered by their due time, to a tenth of a second. Takes eight bytes in each item;
/// operations are logarithmic in the number of different times. `T` has a member `expirySlot`.
/// Items must be removed before they are destroyed. Not thread-safe.
template <class T> class ExpiryIndex {
public:
    explicit ExpiryIndex(SteadyTime start)
        : m_start(start)
    { }

    /// Adds `item` for `due`, unless it is already there for an earlier time.
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

    /// Does nothing if the item is not in the index.
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

    /// Removes and returns the items that are due at `now`.
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

    /// The first bucket that is not due before `due`.
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

/// A vote whose TTL has passed: the key must be read on this master.
struct ExpiredVote {
    std::size_t master;
    std::string key;
};

/// Casts the votes of a board, and keeps what follows from them for later: which end, and which
/// locks a master has lost together, rather than that their holders released them. A flush or a
/// restart is expected from its sign to the end of the next sweep: a token that vanishes early
/// meanwhile is lost, and its vote says so (Votes::isLost()). So is one that is found to be
/// replaced by another.
///
/// Eight bytes per record: the time of its first vote that ends. Records must be removed before
/// they are destroyed. Not thread-safe.
class CastVotes {
public:
    CastVotes(std::size_t masters, SteadyTime start)
        : m_expiries(start)
        , m_masters(masters)
    { }

    /// observe::setVote() on the record's entry, which must not be published. A vote without a TTL
    /// never ends.
    bool set(BoardRecord& record, std::size_t master, const Vote& vote, const ValueMark& mark);
    /// The record will be removed.
    void remove(BoardRecord& record) { m_expiries.remove(record); }
    /// The votes whose TTL has passed at `now`. Each is returned once, unless it is set again.
    /// Calls `onFailed(record)` where it is what a master told before it failed, which can't be
    /// read.
    [[nodiscard]] std::vector<ExpiredVote> takeExpired(
        SteadyTime now, absl::FunctionRef<void(BoardRecord&)> onFailed);

    /// A database of the master was emptied, perhaps another one.
    void noteFlush(std::size_t master, SteadyTime now) { expect(master, LossCause::Flush, now); }
    /// `at`: when the latest restart was noticed (redis::LinkStatus::restartedAt). Does nothing if
    /// it is known already. `wasUnwatched`: the master has been running again for so long that
    /// locks may have been released there unseen.
    void noteRestart(std::size_t master, std::optional<SteadyTime> at, bool wasUnwatched = false);
    /// The same of a failover (redis::LinkStatus::move).
    void noteFailover(std::size_t master, std::optional<SteadyTime> at, bool wasUnwatched = false);
    /// The latest loss; nullopt: there was none.
    [[nodiscard]] const std::optional<Loss>& latestLoss(std::size_t master) const noexcept
    {
        return m_masters[master].latest;
    }
    [[nodiscard]] LostLeases& lost() noexcept { return m_lost; }
    void beginSweep(std::size_t master) noexcept;
    /// The sweep has seen all that there is; what it has not seen will get the vote `free`. Without
    /// another sign, several locks that vanish early from a master without keys are a loss.
    void noteSwept(std::size_t master, const KnownKeys& keys, const Vote& free);
    /// All votes of the sweep are there. `edit` returns a record's entry for editing.
    void endSweep(std::size_t master, const KnownKeys& keys, SteadyTime now,
        absl::FunctionRef<LockEntry&(BoardRecord&)> edit);

private:
    struct Expected {
        LossCause cause;
        SteadyTime since;
        bool isSwept = false; ///< by the sweep that is under way
        std::size_t locks = 0;
        bool wasUnwatched = false; ///< what has vanished may have been released unseen
    };
    struct Master {
        std::optional<Expected> expected;
        std::optional<Loss> latest;
        std::optional<SteadyTime> restart;
        std::optional<SteadyTime> failover;
    };

    void expect(std::size_t master, LossCause cause, SteadyTime since);
    [[nodiscard]] bool noteEnd(const BoardRecord& record, std::size_t master, const Vote& vote);

    ExpiryIndex<BoardRecord> m_expiries;
    std::vector<Master> m_masters;
    LostLeases m_lost;
};

} // namespace lockkeeper::observe
