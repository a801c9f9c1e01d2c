// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace lockkeeper::observe {

/// Position of an item in an ExpiryIndex; a member of the item.
struct ExpirySlot {
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::uint32_t bucket = kNone; ///< tenths of a second since the index was created
    std::uint32_t place = 0;
};

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

} // namespace lockkeeper::observe
