// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/live_table.h"

#include "app/ctl/board_look.h"
#include "app/ctl/console.h"
#include "app/ctl/table_output.h"
#include "app/ctl/words.h"
#include "core/files/write_all.h"
#include "core/observe/board/failover.h"
#include "core/observe/board/names.h"
#include "core/text/display_safe.h"

#include <algorithm>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

constexpr const char* kHideCursor = "\x1b[?25l";
constexpr const char* kShowCursor = "\x1b[?25h";
constexpr const char* kClearScreen = "\x1b[2J";
constexpr const char* kHome = "\x1b[H";
constexpr const char* kEndOfLine = "\x1b[K\n";
constexpr const char* kClearBelow = "\x1b[J";

} // namespace

LiveTable::LiveTable(const config::Deployment& deployment)
    : m_deployment(deployment)
{
    print(std::string(kHideCursor) + kClearScreen + kHome + "looking ...\n");
}

LiveTable::~LiveTable()
{
    // Not print(): that the terminal has gone is no failure now.
    [[maybe_unused]] const bool isWritten = writeAll(STDOUT_FILENO, kShowCursor);
}

bool LiveTable::show(const observe::BoardUpdate& update)
{
    for (const observe::LockEntryPtr& entry : update.changed)
        m_locks[entry->resource] = entry;
    for (const Resource& resource : update.gone)
        m_locks.erase(resource);
    if (!update.masters.empty())
        m_masters = update.masters;
    if (m_masters.empty())
        return true;

    const TerminalSize size = terminalSize();
    std::vector<std::string> lines = alignedLines({{masterLine()}}, size.columns);
    for (const std::string& line : newsLines(size.columns))
        lines.push_back(line);
    lines.emplace_back();
    // Leave the last row of the terminal empty: a newline there would scroll.
    const std::size_t rows = std::max<std::size_t>(size.rows, 4) - 1;
    for (std::string& line : lockLines(rows - std::min(rows, lines.size()), size.columns))
        lines.push_back(std::move(line));
    lines.resize(std::min(rows, lines.size()));
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
    const std::size_t room = isWhole ? m_locks.size() : rows - std::min<std::size_t>(rows, 2);
    std::vector<observe::LockEntryPtr> shown;
    for (auto lock = m_locks.begin(); shown.size() < room; ++lock)
        shown.push_back(lock->second);
    std::vector<std::string> lines = lockTable(shown, systemClock().now(), columns);
    if (m_locks.empty())
        lines.emplace_back("no locks found");
    if (!isWhole)
        lines.push_back("... and " + std::to_string(m_locks.size() - room) + " more");
    return lines;
}

std::vector<std::string> LiveTable::newsLines(std::size_t columns) const
{
    std::vector<std::vector<std::string>> rows;
    for (const observe::MasterStatus& master : m_masters) {
        if (const auto failover = observe::recentFailover(master, systemClock().now()))
            rows.push_back({displaySafe(master.id.value()) + ": " + failoverText(*failover)});
        for (const Error& error : incompletenessErrors(master))
            rows.push_back({displaySafe(master.id.value()) + ": " + displaySafe(error.text)});
    }
    return rows.empty() ? std::vector<std::string>() : alignedLines(rows, columns);
}

std::string LiveTable::masterLine() const
{
    std::size_t up = 0;
    std::string masters;
    for (const observe::MasterStatus& master : m_masters) {
        const bool isUp = master.link.state == redis::LinkState::Up;
        up += isUp ? 1 : 0;
        masters += "  " + master.id.value() + " " + observe::linkStateName(master.link.state);
        if (isUp && master.link.latency)
            masters += " " + std::to_string(master.link.latency->count()) + " us";
    }
    const std::size_t quorum = m_deployment.quorum();
    return displaySafe(m_deployment.name) + "  " + countText(m_locks.size(), "lock") + "  quorum "
        + std::to_string(quorum) + "/" + std::to_string(m_deployment.masters.size())
        + (up >= quorum ? " ok" : " LOST") + masters;
}

} // namespace lockkeeper::ctl
