// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/live_table.h"

#include "app/ctl/board_look.h"
#include "app/ctl/console.h"
#include "app/ctl/output/lock_table.h"
#include "app/ctl/output/table_output.h"
#include "core/files/write_all.h"
#include "core/observe/board/failover.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"

#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <iterator>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

constexpr const char* kHideCursor = "\x1b[?25l";
constexpr const char* kShowCursor = "\x1b[?25h";
constexpr const char* kClearScreen = "\x1b[2J";
constexpr const char* kHome = "\x1b[H";
constexpr const char* kEndOfLine = "\x1b[K\n";
constexpr const char* kClearBelow = "\x1b[J";

/// The line names the master already.
Error withoutMaster(Error error)
{
    error.master = {};
    return error;
}

std::vector<std::string> wordsOf(const std::string& text)
{
    return absl::StrSplit(text, ' ', absl::SkipEmpty());
}

/// The rows that the lines take on a terminal, which wraps long ones.
std::size_t rowsOf(const std::vector<std::string>& lines, std::size_t columns)
{
    std::size_t rows = 0;
    for (const std::string& line : lines)
        rows += 1 + (std::max<std::size_t>(displayWidth(line), 1) - 1) / columns;
    return rows;
}

} // namespace

LiveTable::LiveTable(const config::Deployment& deployment, bool isWide)
    : m_deployment(deployment)
    , m_isWide(isWide)
{
    print(std::string(kHideCursor) + kClearScreen + kHome + tr("looking ...") + "\n");
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): a table is closed
void LiveTable::close()
{
    // Not print(): that the terminal has gone is no failure now.
    [[maybe_unused]] const bool isWritten = writeAll(STDOUT_FILENO, kShowCursor);
}

bool LiveTable::show(const observe::BoardUpdate& update)
{
    for (const observe::LockEntryPtr& entry : update.changed) {
        m_locks[entry->resource] = entry;
        if (entry->stale.empty())
            m_problems.erase(entry->resource);
        else
            m_problems[entry->resource] = entry;
    }
    for (const Resource& resource : update.gone) {
        m_locks.erase(resource);
        m_problems.erase(resource);
    }
    if (!update.masters.empty())
        m_masters = update.masters;
    // "No locks" and "no answer" would be untrue as long as nobody has looked.
    const auto isLookedAt = [](const observe::MasterStatus& master) {
        return master.isSettled() || !incompletenessErrors(master).empty();
    };
    m_hasLooked = m_hasLooked || (!m_masters.empty() && std::ranges::all_of(m_masters, isLookedAt));
    if (!m_hasLooked)
        return true;

    const TerminalSize size = terminalSize();
    std::vector<std::string> lines = masterLines(size.columns);
    for (const std::string& line : newsLines(size.columns))
        lines.push_back(line);
    lines.emplace_back();
    // Leave the last row of the terminal empty: a newline there would scroll.
    const std::size_t rows = std::max<std::size_t>(size.rows, 4) - 1;
    lines.resize(std::min(rows, lines.size()));
    for (std::string& line : lockLines(rows - lines.size(), size.columns))
        lines.push_back(std::move(line));
    std::string screen = kHome;
    for (const std::string& line : lines)
        screen += line + kEndOfLine;
    return print(screen + kClearBelow);
}

std::vector<std::string> LiveTable::lockLines(std::size_t rows, std::size_t columns) const
{
    // One row for the header, and one for the number of locks that do not fit. Lay out only the
    // locks that fit: there may be a hundred thousand.
    const bool isWhole = m_locks.size() + 1 <= rows;
    std::size_t room = isWhole ? m_locks.size() : rows - std::min<std::size_t>(rows, 2);
    std::vector<std::string> lines = firstLocks(room, columns);
    // Lines of a wide table take several rows.
    while (room > 0 && rowsOf(lines, columns) > rows)
        lines = firstLocks(--room, columns);
    if (rowsOf(lines, columns) > rows)
        lines.clear();
    return lines;
}

std::vector<std::string> LiveTable::firstLocks(std::size_t room, std::size_t columns) const
{
    std::vector<observe::LockEntryPtr> shown;
    const bool isWhole = room >= m_locks.size();
    // What somebody should look at must not be below the screen.
    for (auto lock = m_problems.begin();
         !isWhole && lock != m_problems.end() && shown.size() < room; ++lock)
        shown.push_back(lock->second);
    for (auto lock = m_locks.begin(); lock != m_locks.end() && shown.size() < room; ++lock) {
        if (isWhole || lock->second->stale.empty())
            shown.push_back(lock->second);
    }
    std::vector<observe::Freshness> freshness;
    for (const observe::MasterStatus& master : m_masters)
        freshness.push_back(master.freshness);
    std::vector<std::string> lines = lockTable(
        shown, systemClock().now(), m_isWide ? kAllColumns : columns, m_isWide, freshness);
    if (m_locks.empty())
        lines.emplace_back(tr("no locks found"));
    if (!isWhole) {
        const std::size_t hidden = m_problems.size() - std::min(room, m_problems.size());
        const std::size_t more = m_locks.size() - room;
        lines.push_back(hidden > 0
                ? absl::Substitute(tr("... and $0 more, $1 of them with problems"), more, hidden)
                : absl::Substitute(tr("... and $0 more"), more));
    }
    return lines;
}

std::vector<std::string> LiveTable::newsLines(std::size_t columns) const
{
    std::vector<std::string> lines;
    const auto add = [&](const observe::MasterStatus& master, const std::string& text) {
        const std::string line
            = absl::Substitute(tr("$0: $1"), displaySafe(master.id.value()), text);
        std::ranges::move(wrappedLines(wordsOf(line), " ", columns), std::back_inserter(lines));
    };
    for (const observe::MasterStatus& master : m_masters) {
        if (master.link.error && master.link.state != redis::LinkState::Up)
            add(master, words::errorText(withoutMaster(*master.link.error)));
        if (const auto failover = observe::recentFailover(master, systemClock().now()))
            add(master, words::failoverText(*failover));
        if (const auto age = observe::recentRestart(master, systemClock().now()))
            add(master, words::restartText(*age));
        if (const auto loss = observe::recentLoss(master, systemClock().now()))
            add(master, words::lossText(*loss, systemClock().now()));
        if (const auto left = observe::quarantineLeft(master, systemClock().now()))
            add(master, words::quarantineText(*left));
        for (const Error& error : incompletenessErrors(master))
            add(master, words::errorText(withoutMaster(error)));
    }
    return lines;
}

std::vector<std::string> LiveTable::masterLines(std::size_t columns) const
{
    std::size_t up = 0;
    std::size_t voting = 0;
    std::vector<std::string> masters;
    for (const observe::MasterStatus& master : m_masters) {
        const bool isUp = master.link.state == redis::LinkState::Up;
        up += isUp ? 1 : 0;
        voting += isUp && !observe::quarantineLeft(master, systemClock().now()) ? 1 : 0;
        std::string text = displaySafe(master.id.value()) + " "
            + words::shortLinkStateText(master.link, systemClock().now());
        if (isUp && master.link.latency)
            text.append(" ").append(words::latencyText(*master.link.latency));
        masters.push_back(std::move(text));
    }
    std::vector<std::string> pieces{displaySafe(m_deployment.name),
        words::countText(m_locks.size(), "lock"),
        words::quorumText(up, voting, m_deployment.quorum(), m_deployment.masters.size())};
    std::ranges::move(masters, std::back_inserter(pieces));
    return wrappedLines(pieces, "  ", columns);
}

} // namespace lockkeeper::ctl
