// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/update_inbox.h"

#include <absl/container/flat_hash_map.h>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace lockkeeper::observe {
namespace {

/// Fewer are not worth a pass.
constexpr std::size_t kFew = 1000;

} // namespace

class UpdateInbox::Merged {
public:
    explicit Merged(BoardUpdate first)
        : m_update(std::move(first))
    { }

    void add(const BoardUpdate& next);
    [[nodiscard]] BoardUpdate take() &&;

private:
    void index();
    void supersede(const Resource& resource);
    void pushEntry(const LockEntryPtr& entry);
    void removeSuperseded();

    /// The latest update. After add(), `changed` is of all updates, null where superseded; m_gone
    /// replaces `gone`.
    BoardUpdate m_update;
    bool m_isIndexed = false;
    absl::flat_hash_map<std::string_view, std::size_t> m_places;
    absl::flat_hash_map<std::string, bool> m_gone; ///< true: lost
};

void UpdateInbox::Merged::add(const BoardUpdate& next)
{
    if (!std::exchange(m_isIndexed, true))
        index();
    std::vector<LockEntryPtr> entries = std::move(m_update.changed);
    std::vector<HoldChange> holds = std::move(m_update.holds);
    m_update = next;
    m_update.changed = std::move(entries);
    if (holds.size() + next.holds.size() <= HoldChange::kMost)
        m_update.holds.insert(m_update.holds.begin(), std::make_move_iterator(holds.begin()),
            std::make_move_iterator(holds.end()));
    for (const LockEntryPtr& entry : next.changed) {
        supersede(entry->resource);
        pushEntry(entry);
    }
    const std::unordered_set<Resource> lost(next.lost.begin(), next.lost.end());
    for (const Resource& resource : next.gone) {
        supersede(resource);
        m_gone.emplace(resource.value(), lost.contains(resource));
    }
    if (m_update.changed.size() > 2 * m_places.size() + kFew)
        removeSuperseded();
}

BoardUpdate UpdateInbox::Merged::take() &&
{
    if (!m_isIndexed)
        return std::move(m_update);
    std::erase(m_update.changed, nullptr);
    m_update.gone.clear();
    m_update.lost.clear();
    for (const auto& [name, isLost] : m_gone) {
        m_update.gone.emplace_back(name);
        if (isLost)
            m_update.lost.emplace_back(name);
    }
    return std::move(m_update);
}

void UpdateInbox::Merged::index()
{
    std::vector<LockEntryPtr> entries = std::exchange(m_update.changed, {});
    m_places.reserve(entries.size());
    for (const LockEntryPtr& entry : entries)
        pushEntry(entry);
    const std::unordered_set<Resource> lost(m_update.lost.begin(), m_update.lost.end());
    for (const Resource& resource : m_update.gone)
        m_gone.emplace(resource.value(), lost.contains(resource));
}

void UpdateInbox::Merged::supersede(const Resource& resource)
{
    m_gone.erase(resource.value());
    const auto found = m_places.find(resource.value());
    if (found == m_places.end())
        return;
    const std::size_t place = found->second;
    m_places.erase(found); // first: its name is the entry's
    m_update.changed[place] = nullptr;
}

void UpdateInbox::Merged::pushEntry(const LockEntryPtr& entry)
{
    m_places.emplace(entry->resource.value(), m_update.changed.size());
    m_update.changed.push_back(entry);
}

void UpdateInbox::Merged::removeSuperseded()
{
    std::erase(m_update.changed, nullptr);
    for (std::size_t place = 0; place < m_update.changed.size(); ++place)
        m_places[m_update.changed[place]->resource.value()] = place;
}

UpdateInbox::UpdateInbox() = default;
UpdateInbox::~UpdateInbox() = default;

bool UpdateInbox::put(const BoardUpdate& update)
{
    std::unique_ptr<Merged> merged;
    {
        const MutexLock lock(m_mutex);
        merged = std::move(m_waiting);
    }
    if (merged)
        merged->add(update);
    else
        merged = std::make_unique<Merged>(update);
    const MutexLock lock(m_mutex);
    m_waiting = std::move(merged);
    return std::exchange(m_isReaderIdle, false);
}

std::optional<BoardUpdate> UpdateInbox::take()
{
    std::unique_ptr<Merged> merged;
    {
        const MutexLock lock(m_mutex);
        m_isReaderIdle = true;
        merged = std::move(m_waiting);
    }
    if (!merged)
        return std::nullopt;
    return std::move(*merged).take();
}

} // namespace lockkeeper::observe
