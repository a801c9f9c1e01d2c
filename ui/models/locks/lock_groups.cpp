// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_groups.h"

#include "core/observe/kinds/kind_token.h"
#include "core/words/lock_words.h"
#include "ui/models/locks/lock_table_cells.h"
#include "ui/models/words/words.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::ui {
namespace {

using observe::KindToken;

bool isStrongSeparator(const KindToken& token)
{
    return token.type == KindToken::Type::Separator
        && token.text.find_first_of(":/|") != std::string::npos;
}

/// The name up to its variable part, or its last part.
QString prefixOf(const Resource& resource)
{
    observe::KindTokens tokens = observe::tokensOfName(resource.value());
    const auto isPlaceholder
        = [](const KindToken& token) { return token.type == KindToken::Type::Placeholder; };
    auto end = std::ranges::find_if(tokens, isPlaceholder);
    if (end == tokens.end()) {
        while (end != tokens.begin() && !isStrongSeparator(*(end - 1)))
            --end;
    }
    tokens.erase(end, tokens.end());
    const bool hasWord = std::ranges::any_of(
        tokens, [](const KindToken& token) { return token.type == KindToken::Type::Word; });
    return hasWord ? safeText(observe::kindGlob(tokens) + "*") : QString();
}

/// Without the thread: a process is one group.
QString processOf(const observe::LockEntry& entry)
{
    observe::Holder holder = entry.unpackLock().holder;
    holder.thread.reset();
    const bool isKnown = holder.app || holder.host || holder.pid || holder.detail;
    return isKnown ? toQt(words::holderText(holder, words::Ids::Short)) : QString();
}

bool isBefore(const LockGroups::Group& group, const LockGroups::Group& other)
{
    if (group.name.isEmpty() || other.name.isEmpty())
        return !group.name.isEmpty() && other.name.isEmpty();
    const int order = compareNaturally(group.foldedName, other.foldedName);
    return order != 0 ? order < 0 : group.name < other.name;
}

int columnOf(Grouping grouping)
{
    switch (grouping) {
    case Grouping::Prefix:
        return LockCells::ResourceName;
    case Grouping::Holder:
        return LockCells::Holder;
    case Grouping::Library:
        return LockCells::Library;
    case Grouping::None:
        break;
    }
    return kUnsorted;
}

} // namespace

bool areReversed(Grouping grouping, int column, Qt::SortOrder direction)
{
    return direction == Qt::DescendingOrder && column == columnOf(grouping);
}

QString groupName(const observe::LockEntry& entry, Grouping grouping)
{
    switch (grouping) {
    case Grouping::None:
        break;
    case Grouping::Prefix:
        return prefixOf(entry.resource);
    case Grouping::Holder:
        return processOf(entry);
    case Grouping::Library:
        return toQt(words::libraryText(entry.unpackLock()));
    }
    return {};
}

LockGroups::LockGroups(Grouping grouping)
    : m_grouping(grouping)
    , m_groups(1)
{ }

int LockGroups::of(int slot) const
{
    const auto at = static_cast<std::size_t>(slot);
    return at < m_slots.size() ? m_slots[at].group : -1;
}

bool LockGroups::isSettled(int slot, std::uint64_t rowId) const
{
    return m_grouping == Grouping::Prefix && of(slot) >= 0
        && m_slots[static_cast<std::size_t>(slot)].rowId == rowId;
}

bool LockGroups::isHidden(int slot) const
{
    const int group = of(slot);
    return group >= 0 && at(group).isCollapsed;
}

int LockGroups::numberOf(const QString& name)
{
    if (const auto found = m_index.constFind(name); found != m_index.constEnd())
        return *found;
    int group = static_cast<int>(m_groups.size());
    if (m_free.empty()) {
        m_groups.emplace_back();
    } else {
        group = m_free.back();
        m_free.pop_back();
    }
    Group fresh{.name = name, .foldedName = name.toCaseFolded()};
    fresh.isCollapsed = m_areCollapsed != m_exceptions.contains(name);
    m_groups[static_cast<std::size_t>(group)] = fresh;
    m_index.insert(name, group);
    m_added.push_back(group);
    ++m_empty;
    return group;
}

bool LockGroups::put(int slot, std::uint64_t rowId, const QString& name)
{
    if (static_cast<std::size_t>(slot) >= m_slots.size())
        m_slots.resize(static_cast<std::size_t>(slot) + 1);
    const int group = numberOf(name);
    Slot& own = m_slots[static_cast<std::size_t>(slot)];
    own.rowId = rowId;
    if (own.group == group)
        return false;
    remove(slot);
    own.group = group;
    own.rowId = rowId;
    if (m_groups[static_cast<std::size_t>(group)].rows++ == 0)
        --m_empty;
    return true;
}

void LockGroups::remove(int slot)
{
    if (of(slot) < 0)
        return;
    count(slot, false, false);
    Slot& own = m_slots[static_cast<std::size_t>(slot)];
    if (--m_groups[static_cast<std::size_t>(own.group)].rows == 0)
        ++m_empty;
    own = {};
}

void LockGroups::count(int slot, bool isLock, bool isStale)
{
    if (of(slot) < 0)
        return;
    Slot& own = m_slots[static_cast<std::size_t>(slot)];
    isStale = isStale && isLock;
    if (own.isLock == isLock && own.isStale == isStale)
        return;
    Group& group = m_groups[static_cast<std::size_t>(own.group)];
    const int more = (isLock ? 1 : 0) - (own.isLock ? 1 : 0);
    group.locks += more;
    m_locks += more;
    group.stale += (isStale ? 1 : 0) - (own.isStale ? 1 : 0);
    own.isLock = isLock;
    own.isStale = isStale;
    noteChanged(own.group);
}

void LockGroups::noteChanged(int group)
{
    if (!std::exchange(m_groups[static_cast<std::size_t>(group)].isChanged, true))
        m_changed.push_back(group);
}

void LockGroups::setCollapsed(int group, bool isCollapsed)
{
    Group& own = m_groups[static_cast<std::size_t>(group)];
    own.isCollapsed = isCollapsed;
    if (isCollapsed == m_areCollapsed)
        m_exceptions.remove(own.name);
    else
        m_exceptions.insert(own.name);
    noteChanged(group);
}

bool LockGroups::setAllCollapsed(bool isCollapsed)
{
    if (m_areCollapsed == isCollapsed && m_exceptions.isEmpty())
        return false;
    m_areCollapsed = isCollapsed;
    m_exceptions.clear();
    for (const auto& [name, group] : m_index.asKeyValueRange()) {
        m_groups[static_cast<std::size_t>(group)].isCollapsed = isCollapsed;
        noteChanged(group);
    }
    return true;
}

void LockGroups::collapseAs(const LockGroups& other)
{
    setAllCollapsed(other.m_areCollapsed);
    m_exceptions = other.m_exceptions;
    for (const QString& name : std::as_const(m_exceptions)) {
        if (const auto found = m_index.constFind(name); found != m_index.constEnd())
            m_groups[static_cast<std::size_t>(*found)].isCollapsed = !m_areCollapsed;
    }
}

void LockGroups::sortAdded()
{
    const auto isLess = [this](int a, int b) { return isBefore(at(a), at(b)); };
    std::ranges::sort(m_added, isLess);
    std::vector<int> merged;
    merged.reserve(m_inOrder.size() + m_added.size());
    auto rest = m_inOrder.begin();
    for (const int group : m_added) {
        const auto place = std::lower_bound(rest, m_inOrder.end(), group, isLess);
        merged.insert(merged.end(), rest, place);
        merged.push_back(group);
        rest = place;
    }
    merged.insert(merged.end(), rest, m_inOrder.end());
    m_inOrder = std::move(merged);
    m_added.clear();
}

std::vector<int> LockGroups::arrange(const std::vector<int>& slots, bool isReversed, bool isWhole)
{
    if (!m_added.empty())
        sortAdded();
    std::vector<int> places(m_groups.size());
    for (const int slot : slots)
        ++places[static_cast<std::size_t>(of(slot))];
    std::vector<int> rows;
    rows.reserve(slots.size() + m_inOrder.size());
    const auto open = [&](int group) {
        int& place = places[static_cast<std::size_t>(group)];
        if (place == 0)
            return;
        rows.push_back(headerOf(group));
        const bool isShown = isWhole || !at(group).isCollapsed;
        const int count = std::exchange(place, isShown ? static_cast<int>(rows.size()) : -1);
        if (isShown)
            rows.resize(rows.size() + static_cast<std::size_t>(count));
    };
    if (isReversed)
        std::for_each(m_inOrder.rbegin(), m_inOrder.rend(), open);
    else
        std::ranges::for_each(m_inOrder, open);
    for (const int slot : slots) {
        if (int& place = places[static_cast<std::size_t>(of(slot))]; place >= 0)
            rows[static_cast<std::size_t>(place++)] = slot;
    }
    return rows;
}

void LockGroups::dropEmpty()
{
    if (m_empty == 0)
        return;
    std::ranges::sort(m_free);
    const auto isEmpty = [this](int group) { return at(group).rows == 0; };
    for (std::vector<int>* groups : {&m_inOrder, &m_added}) {
        for (const int group : *groups) {
            if (!isEmpty(group))
                continue;
            m_index.remove(at(group).name);
            m_free.push_back(group);
        }
        std::erase_if(*groups, isEmpty);
    }
    m_empty = 0;
}

std::vector<int> LockGroups::takeChanged()
{
    std::vector<int> headers = std::exchange(m_changed, {});
    for (int& group : headers) {
        m_groups[static_cast<std::size_t>(group)].isChanged = false;
        group = headerOf(group);
    }
    return headers;
}

QString LockGroups::titleOf(int group) const
{
    if (headerOf(group) == kNewHeader)
        return tr("New while rows keep their places");
    if (!at(group).name.isEmpty())
        return at(group).name;
    return m_grouping == Grouping::Prefix ? tr("Other names") : tr("Unknown holder");
}

QString LockGroups::countsText(int locks, int stale)
{
    const QString all = locks == 1 ? tr("1 lock") : tr("%L1 locks").arg(locks);
    return stale == 0 ? all : tr("%1, %L2 stale").arg(all).arg(stale);
}

} // namespace lockkeeper::ui
