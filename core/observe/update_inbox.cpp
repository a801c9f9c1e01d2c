// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/update_inbox.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>

namespace lockkeeper::observe {
namespace {

/// Fewer changes are not worth merging.
constexpr std::size_t kFew = 1000;

} // namespace

bool UpdateInbox::put(const BoardUpdate& update)
{
    const MutexLock lock(m_mutex);
    const bool isFirst = !m_update;
    m_isMixed = !isFirst;
    add(update);
    // Amortised: at least as many changes have arrived since the last merge as it kept.
    if (m_changes.size() > 2 * m_distinct + kFew)
        dropSuperseded();
    return isFirst;
}

std::optional<BoardUpdate> UpdateInbox::take()
{
    const MutexLock lock(m_mutex);
    if (!m_update)
        return std::nullopt;
    if (m_isMixed)
        dropSuperseded();
    m_distinct = 0;
    BoardUpdate update = *std::exchange(m_update, {});
    for (Change& change : std::exchange(m_changes, {})) {
        if (change.entry) {
            update.changed.push_back(std::move(change.entry));
            continue;
        }
        if (change.isLost)
            update.lost.push_back(change.gone);
        update.gone.push_back(std::move(change.gone));
    }
    return update;
}

void UpdateInbox::add(const BoardUpdate& update)
{
    for (const LockEntryPtr& entry : update.changed)
        m_changes.push_back({entry});
    const std::unordered_set<Resource> lost(update.lost.begin(), update.lost.end());
    for (const Resource& resource : update.gone)
        m_changes.push_back({nullptr, resource, lost.contains(resource)});
    BoardUpdate rest = update;
    rest.changed.clear();
    rest.gone.clear();
    rest.lost.clear();
    m_update = std::move(rest);
}

/// Keeps only the latest change of each resource.
void UpdateInbox::dropSuperseded()
{
    std::unordered_set<std::string_view> seen;
    std::vector<Change> latest;
    for (const Change& change : std::views::reverse(m_changes)) {
        if (seen.insert(nameOf(change)).second)
            latest.push_back(change);
    }
    std::ranges::reverse(latest);
    m_changes = std::move(latest);
    m_distinct = m_changes.size();
}

std::string_view UpdateInbox::nameOf(const Change& change)
{
    return change.entry ? change.entry->resource.value() : change.gone.value();
}

} // namespace lockkeeper::observe
