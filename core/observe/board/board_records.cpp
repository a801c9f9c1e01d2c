// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/board_records.h"

namespace lockkeeper::observe {

BoardRecord* BoardRecords::find(std::string_view name) const
{
    const auto found = m_table.find(Named{name, hashOf(name)});
    return found == m_table.end() ? nullptr : *found;
}

BoardRecord& BoardRecords::add(std::shared_ptr<LockEntry> entry)
{
    const std::uint32_t hash = hashOf(entry->resource.value());
    if (m_unused.empty())
        m_unused.push_back(&m_memory.emplace_back());
    BoardRecord& record = *m_unused.back();
    m_unused.pop_back();
    record.entry = std::move(entry);
    record.hash = hash;
    m_table.insert(&record);
    return record;
}

void BoardRecords::remove(BoardRecord& record)
{
    m_table.erase(m_table.find(Named{record.entry->resource.value(), record.hash}));
    record = {};
    m_unused.push_back(&record);
    if (m_table.empty()) {
        m_unused = {};
        m_memory = {};
    }
}

} // namespace lockkeeper::observe
