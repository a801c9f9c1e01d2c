// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/board_records.h"

namespace lockkeeper::observe {

BoardRecord* BoardRecords::find(std::string_view name) const
{
    const auto found = m_table.find(Named{name, hashOf(name)});
    return found == m_table.end() ? nullptr : found->get();
}

BoardRecord& BoardRecords::add(std::shared_ptr<LockEntry> entry)
{
    const std::uint32_t hash = hashOf(entry->resource.value());
    auto record = std::make_unique<BoardRecord>();
    record->entry = std::move(entry);
    record->hash = hash;
    return **m_table.insert(std::move(record)).first;
}

void BoardRecords::remove(BoardRecord& record)
{
    m_table.erase(m_table.find(Named{record.entry->resource.value(), record.hash}));
}

} // namespace lockkeeper::observe
