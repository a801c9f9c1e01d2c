// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/command_queue.h"

#include "core/text/translate.h"

namespace lockkeeper::redis {

CommandQueue::CommandQueue(MasterId master, Limits limits)
    : m_master(std::move(master))
    , m_limits(limits)
{ }

void CommandQueue::wait(const std::string& wire, const Batch& batch, Handler handler)
{
    m_waitingBytes += wire.size();
    m_waiting.push({wire, batch.commands, std::move(handler)}, batch.deadline);
}

bool CommandQueue::writeWaiting(SteadyTime now, std::string& out)
{
    m_waitingBytes = 0;
    bool hasWritten = false;
    for (auto& entry : m_waiting.takeAll()) {
        if (!entry.item.handler)
            continue;
        out.append(entry.item.wire);
        expect({now, entry.deadline, entry.item.commands}, std::move(entry.item.handler));
        hasWritten = true;
    }
    return hasWritten;
}

void CommandQueue::answer(Result<Reply>&& outcome)
{
    --m_missing;
    Written& oldest = m_written.front();
    if (oldest.missing == 1) {
        const Written last = m_written.pop();
        if (last.handler)
            last.handler(std::move(outcome));
        return;
    }
    --oldest.missing;
    if (!oldest.handler)
        return;
    // The handler may end the connection: that destroys the entry.
    const std::size_t left = oldest.missing;
    Handler handler = std::exchange(oldest.handler, nullptr);
    const std::uint64_t generation = m_generation;
    handler(std::move(outcome));
    if (generation == m_generation) {
        m_written.front().handler = std::move(handler);
        return;
    }
    m_unanswered += left;
    callAll(handler, left,
        {ErrorClass::ConnectionLost, trNoop("the connection was closed", "data"), m_master});
}

CommandQueue::Overdue CommandQueue::takeOverdue(SteadyTime now)
{
    Overdue overdue;
    m_written.takeOverdue(now, [&](Written& written) {
        m_unanswered += written.missing;
        overdue.written.push_back({std::exchange(written.handler, nullptr), written.missing});
    });
    m_waiting.takeOverdue(now, [&](Waiting& waiting) {
        overdue.unsent.push_back({std::exchange(waiting.handler, nullptr), waiting.commands});
    });
    return overdue;
}

std::optional<SteadyTime> CommandQueue::nextDeadline() const
{
    const auto written = m_written.nextDeadline();
    const auto waiting = m_waiting.nextDeadline();
    if (!written || !waiting)
        return written ? written : waiting;
    return std::min(*written, *waiting);
}

void CommandQueue::fail(const std::vector<Owed>& owed, const Error& error)
{
    for (const Owed& each : owed)
        fail(each, error);
}

void CommandQueue::callAll(const Handler& handler, std::size_t calls, const Error& error)
{
    for (std::size_t i = 0; handler && i < calls && !m_isClosed; ++i)
        handler(tl::make_unexpected(error));
}

void CommandQueue::failAll(const Error& lost, const Error& unsent)
{
    ++m_generation;
    m_missing = 0;
    m_waitingBytes = 0;
    const auto written = m_written.takeAll();
    const auto waiting = m_waiting.takeAll();
    for (const auto& entry : written)
        m_unanswered += entry.item.handler ? entry.item.missing : 0;
    for (const auto& entry : written)
        callAll(entry.item.handler, entry.item.missing, lost);
    for (const auto& entry : waiting)
        callAll(entry.item.handler, entry.item.commands, unsent);
}

void CommandQueue::dropWritten()
{
    ++m_generation;
    m_missing = 0;
    (void)m_written.takeAll();
}

void CommandQueue::close()
{
    m_isClosed = true;
    dropWritten();
    (void)m_waiting.takeAll();
}

} // namespace lockkeeper::redis
