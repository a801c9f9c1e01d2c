// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/problem_list.h"

#include "core/words/problem_words.h"
#include "ui/models/words/words.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

constexpr std::chrono::milliseconds kBetweenReports{250};

} // namespace

ProblemList::ProblemList(const LockTableModel& locks, QObject* parent)
    : QObject(parent)
    , m_locks(locks)
{
    m_report.setSingleShot(true);
    m_report.setInterval(kBetweenReports);
    connect(&locks, &LockTableModel::slotsChanged, this, &ProblemList::update);
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
        const bool isThere = rows.rowOf(slot) >= 0 && !row.isGone();
        const auto rank = isThere ? words::problemRank(*row.entry) : std::nullopt;
        const auto found = m_keys.find(slot);
        const auto key = rank ? std::optional<Key>({*rank, row.heldSince, slot}) : std::nullopt;
        if (found != m_keys.end() ? key == found->second : !key)
            continue;
        isChanged = true;
        if (found != m_keys.end()) {
            m_problems.erase(found->second);
            m_keys.erase(found);
        }
        if (key) {
            m_problems.insert(*key);
            m_keys.emplace(slot, *key);
        }
    }
    if (isChanged && !m_report.isActive())
        m_report.start();
}

void ProblemList::noteFirst()
{
    if (m_isPinned && !m_first.empty())
        return;
    if (m_isHeld && !m_first.empty()) {
        replaceOver();
        return;
    }
    // While held, one problem may take the place of the line that says there is none.
    const std::size_t most = m_isHeld || m_isPinned ? 1 : kMostFirst;
    m_count = static_cast<int>(m_problems.size());
    m_first.clear();
    for (const Key& key : m_problems) {
        if (m_first.size() == most)
            break;
        m_first.push_back(m_locks.rows()[std::get<2>(key)].entry->resource);
    }
}

void ProblemList::replaceOver()
{
    m_count = static_cast<int>(m_problems.size());
    for (Resource& first : m_first) {
        const int slot = m_locks.rows().find(first);
        if (slot >= 0 && m_keys.contains(slot))
            continue;
        for (const Key& key : m_problems) {
            const Resource& next = m_locks.rows()[std::get<2>(key)].entry->resource;
            if (std::ranges::find(m_first, next) == m_first.end()) {
                first = next;
                break;
            }
        }
    }
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
    const QString name = safeText(resource.value());
    const int slot = m_locks.rows().find(resource);
    problem.isOver = slot < 0 || !m_keys.contains(slot);
    if (problem.isOver) {
        const bool isUnknown
            = slot >= 0 && m_locks.rows()[slot].judgement.verdict == observe::Verdict::Unknown;
        problem.text = isUnknown ? tr("%1: can't be judged now, too few masters answer").arg(name)
                                 : tr("%1: no problem any more").arg(name);
        return problem;
    }
    const LockRow& row = m_locks.rows()[slot];
    const SteadyTime now = m_locks.now();
    const auto held = std::chrono::duration_cast<std::chrono::milliseconds>(now - row.heldSince);
    problem.text
        = tr("%1: %2", "a lock's name, what is wrong with it")
              .arg(name,
                  QString::fromStdString(words::problemText(*row.entry, row.judgement, held, now)));
    problem.isReleasable = row.judgement.token && row.entry->unpackLock().isReleasable;
    return problem;
}

} // namespace lockkeeper::ui
