// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_records.h"

#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace lockkeeper::observe {

/// Resources that must be read again on all masters, in the order in which the doubt arose. Each is
/// returned once by take(), and again only after it was settled and has become doubtful again.
/// Holds names: records may be removed at any time. Not thread-safe.
class DoubtfulRecords {
public:
    /// Does nothing if the record is doubtful already.
    void add(BoardRecord& record)
    {
        if (!record.isDoubted)
            m_names.push_back(record.entry->resource.value());
        record.isDoubted = true;
    }
    /// A vote has changed. Adds the record if it is not settled.
    void noteChange(BoardRecord& record)
    {
        if (!record.entry->isSettled)
            add(record);
    }
    /// The masters were read again.
    static void settle(BoardRecord& record) noexcept { record.isDoubted = false; }

    /// The next `most` names. Drops those whose record is gone, or that `isDoubtful(record)` does
    /// not confirm: the doubt has ended by itself.
    template <class IsDoubtful>
    [[nodiscard]] std::vector<std::string> take(
        std::size_t most, const BoardRecords& records, IsDoubtful isDoubtful)
    {
        std::vector<std::string> taken;
        while (!m_names.empty() && taken.size() < most) {
            std::string name = std::move(m_names.front());
            m_names.pop_front();
            BoardRecord* const record = records.find(name);
            if (record == nullptr)
                continue;
            record->isDoubted = isDoubtful(*record);
            if (record->isDoubted)
                taken.push_back(std::move(name));
        }
        return taken;
    }

private:
    std::deque<std::string> m_names;
};

} // namespace lockkeeper::observe
