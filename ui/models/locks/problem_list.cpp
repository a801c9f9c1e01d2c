// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/problem_list.h"

#include "core/release/revocable.h"
#include "core/words/problem_words.h"
#include "ui/models/words/words.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

constexpr std::chrono::milliseconds kBetweenReports{250};

} // namespace

ProblemList::ProblemList(const LockStore& locks, QObject* parent)
    : QObject(parent)
    , m_locks(locks)
{
    m_report.setSingleShot(true);
    m_report.setInterval(kBetweenReports);
    connect(&locks, &LockStore::slotsChanged, this, &ProblemList::update);
    connect(&m_report, &QTimer::timeout, this, [this] {
        noteFirst();
        Q_EMIT changed();
    });
}

void ProblemList::update(const std::vector<int>& slots)
{
    const LockRows& rows = m_locks.rows();
    bool isChanged = false;
    for (const int slot : slots) {
        const LockRow& row = rows[slot];
        const bool isThere = rows.isThere(slot) && !row.isGone();
        const bool isProblem
            = isThere && row.urgency != words::kNotUrgent && words::speaksForItself(*row.entry);
        const auto found = m_places.find(slot);
        const auto key = isProblem ? std::optional<Key>({row.urgency, row.entry->resource, slot})
                                   : std::nullopt;
        if (found != m_places.end() ? key == *found->second : !key)
            continue;
        isChanged = true;
        if (found != m_places.end()) {
            m_problems.erase(found->second);
            m_places.erase(found);
        }
        if (key)
            m_places.emplace(slot, m_problems.insert(*key).first);
    }
    if (isChanged && !m_report.isActive())
        m_report.start();
}

void ProblemList::noteFirst()
{
    const bool isKept = m_isHeld || m_isPinned;
    // Even while kept, a problem replaces "no problems".
    if (!isKept || m_first.empty())
        takeFirst(isKept ? 1 : kMostFirst);
    else if (!m_isPinned)
        replaceOver();
    m_waiting = isKept ? countWaiting() : 0;
}

void ProblemList::takeFirst(std::size_t most)
{
    m_count = static_cast<int>(m_problems.size());
    m_first.clear();
    for (const Key& key : m_problems) {
        if (m_first.size() == most)
            break;
        m_first.push_back(std::get<Resource>(key));
    }
}

void ProblemList::replaceOver()
{
    m_count = static_cast<int>(m_problems.size());
    for (Resource& first : m_first) {
        const int slot = m_locks.rows().find(first);
        if (slot >= 0 && m_places.contains(slot))
            continue;
        for (const Key& key : m_problems) {
            const auto& next = std::get<Resource>(key);
            if (!isFirst(next)) {
                first = next;
                break;
            }
        }
    }
}

bool ProblemList::isFirst(const Resource& resource) const
{
    return std::ranges::find(m_first, resource) != m_first.end();
}

int ProblemList::countWaiting() const
{
    const LockRows& rows = m_locks.rows();
    const auto over = std::ranges::count_if(m_first, [&](const Resource& resource) {
        const int slot = rows.find(resource);
        return slot < 0 || !m_places.contains(slot);
    });
    std::ptrdiff_t missing = 0;
    int place = 0;
    for (const Key& key : m_problems) {
        if (place++ == kMostFirst)
            break;
        missing += isFirst(std::get<Resource>(key)) ? 0 : 1;
    }
    return static_cast<int>(std::max(over, missing));
}

void ProblemList::applyWaiting()
{
    if (m_waiting == 0)
        return;
    takeFirst(kMostFirst);
    m_waiting = 0;
    Q_EMIT changed();
}

void ProblemList::setHeld(bool isHeld)
{
    if (std::exchange(m_isHeld, isHeld) == isHeld || isHeld)
        return;
    noteFirst();
    Q_EMIT changed();
}

void ProblemList::setPinned(bool isPinned)
{
    if (std::exchange(m_isPinned, isPinned) == isPinned || isPinned)
        return;
    noteFirst();
    Q_EMIT changed();
}

std::vector<ProblemList::Problem> ProblemList::first(int most) const
{
    std::vector<Problem> problems;
    for (const Resource& resource : m_first) {
        if (static_cast<int>(problems.size()) < most)
            problems.push_back(problemOf(resource));
    }
    return problems;
}

ProblemList::Problem ProblemList::problemOf(const Resource& resource) const
{
    Problem problem{.resource = resource};
    const QString name = nameText(resource.value());
    problem.nameLength = name.size();
    const int slot = m_locks.rows().find(resource);
    problem.isOver = slot < 0 || !m_places.contains(slot);
    if (problem.isOver) {
        const LockRow* const row = slot < 0 ? nullptr : &m_locks.rows()[slot];
        if (row == nullptr || row->isGone())
            problem.text = tr("%1: gone").arg(name);
        else if (problem.isUnclear = row->judgement.verdict == observe::Verdict::Unknown;
                 problem.isUnclear)
            problem.text = tr("%1: can't be judged now, too few votes are known").arg(name);
        else if (problem.isUnclear = row->entry->votes.mayBeStored(m_locks.now());
                 problem.isUnclear)
            problem.text = tr("%1: a master that does not answer may still store it").arg(name);
        else
            problem.text = tr("%1: no problem any more").arg(name);
        return problem;
    }
    const LockRow& row = m_locks.rows()[slot];
    const SteadyTime now = m_locks.now();
    const auto held = std::chrono::duration_cast<std::chrono::milliseconds>(now - row.heldSince);
    problem.text = tr("%1: %2", "a lock's name, what is wrong with it")
                       .arg(name, toQt(words::problemText(*row.entry, row.judgement, held, now)));
    problem.isUrgent = row.urgency <= words::kDeadlock;
    problem.isReleasable = row.judgement.token && release::checkReleasable(row.entry->unpackLock());
    return problem;
}

} // namespace lockkeeper::ui
