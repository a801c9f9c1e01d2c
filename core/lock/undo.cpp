// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/undo.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kReplyPatience{40};

/// A silent connection is dropped after ten seconds, with what was not executed.
constexpr milliseconds kAfterSilence{11'000};
constexpr milliseconds kAfterRefusal{1000};
constexpr milliseconds kUsually{500};
constexpr milliseconds kBetweenLooks{500};
constexpr std::size_t kMostOwed = 4096;
constexpr std::size_t kBatch = 256;

std::optional<milliseconds> pauseAfter(const Result<redis::Reply>& outcome)
{
    if (outcome)
        return std::nullopt;
    switch (outcome.error().kind) {
    case ErrorClass::ReadOnlyDeployment:
    case ErrorClass::WrongType: // somebody else's key
        return std::nullopt;
    case ErrorClass::Timeout:
        return kAfterSilence;
    case ErrorClass::TlsFailed:
    case ErrorClass::NotRedis:
    case ErrorClass::AuthRequired:
    case ErrorClass::WrongPassword:
    case ErrorClass::NoPermission:
    case ErrorClass::UnknownCommand:
    case ErrorClass::ReadOnly:
    case ErrorClass::ServerError:
        return kAfterRefusal;
    default:
        return kUsually;
    }
}

UndoBacklog& backlogOf(const LockContext& context)
{
    if (!context.backlog)
        context.backlog = std::make_shared<UndoBacklog>(context);
    return *context.backlog;
}

void send(const LockContext& context, Undo undo, std::function<void()> tried)
{
    redis::Transport& master = *context.masters[undo.master];
    const redis::Script::Invocation script = undo.script;
    backlogOf(context).noteSent(undo.master);
    script.runUndo(master, context.timeout,
        [&context, undo = std::move(undo), tried = std::move(tried), keep = context.owner.lock()](
            const Result<redis::Reply>& outcome) {
            backlogOf(context).noteAnswered(undo.master);
            undoLater(context, undo, outcome);
            if (tried)
                tried();
        });
}

} // namespace

void undoLater(const LockContext& context, Undo undo, const Result<redis::Reply>& outcome)
{
    const auto pause = pauseAfter(outcome);
    const SteadyTime now = context.clock->now();
    if (!pause || !undo.claim.mayBeOn(undo.master) || now + *pause >= undo.until)
        return;
    backlogOf(context).add(std::move(undo), now + *pause);
}

UndoBacklog::UndoBacklog(const LockContext& context)
    : m_context(context)
    , m_debts(context.masters.size())
{ }

void UndoBacklog::add(Undo undo, SteadyTime due)
{
    auto& waiting = m_debts[undo.master].waiting;
    if (waiting.size() >= kMostOwed)
        waiting.pop_front();
    waiting.push_back({std::move(undo), due});
    lookAt(due);
}

std::size_t UndoBacklog::size() const noexcept
{
    std::size_t size = 0;
    for (const Debt& debt : m_debts)
        size += debt.waiting.size();
    return size;
}

bool UndoBacklog::isSettled(SteadyTime until) const
{
    for (std::size_t master = 0; master < m_debts.size(); ++master) {
        const bool isSilent = m_context.masters[master]->status().state == redis::LinkState::Silent;
        if (m_debts[master].unanswered > 0 && !isSilent)
            return false;
    }
    return nextDue() > until;
}

void UndoBacklog::lookAt(SteadyTime when)
{
    if (when >= m_lookAt)
        return;
    m_context.scheduler->cancel(m_timer);
    m_lookAt = when;
    m_timer = m_context.scheduler->schedule(when, [this] {
        m_lookAt = SteadyTime::max();
        look();
    });
}

void UndoBacklog::look()
{
    const SteadyTime now = m_context.clock->now();
    for (std::size_t master = 0; master < m_debts.size(); ++master) {
        std::erase_if(
            m_debts[master].waiting, [now](const Owed& owed) { return owed.undo.until <= now; });
        if (m_context.masters[master]->status().isUp())
            sendDue(master);
    }
    if (const SteadyTime due = nextDue(); due != SteadyTime::max())
        lookAt(std::max(due, now + kBetweenLooks));
}

void UndoBacklog::sendDue(std::size_t master)
{
    Debt& debt = m_debts[master];
    if (debt.underWay > 0)
        return;
    const SteadyTime now = m_context.clock->now();
    std::vector<Undo> batch;
    std::erase_if(debt.waiting, [&](Owed& owed) {
        if (owed.due > now || batch.size() == kBatch)
            return false;
        batch.push_back(std::move(owed.undo));
        return true;
    });
    debt.underWay = batch.size();
    for (Undo& undo : batch)
        send(m_context, std::move(undo), [this, master] {
            if (--m_debts[master].underWay == 0)
                sendDue(master);
        });
}

SteadyTime UndoBacklog::nextDue() const
{
    SteadyTime next = SteadyTime::max();
    for (const Debt& debt : m_debts) {
        for (const Owed& owed : debt.waiting)
            next = std::min(next, owed.due);
    }
    return next;
}

Undoing::Undoing(const LockContext& context)
    : m_context(context)
    , m_start(context.clock->now())
{ }

void Undoing::start(Undo undo)
{
    const std::size_t master = undo.master;
    m_unanswered.push_back(master);
    send(m_context, std::move(undo), [self = shared_from_this(), master] { self->end(master); });
}

void Undoing::onFinished(std::function<void()> handler)
{
    m_handler = std::move(handler);
    std::erase_if(m_unanswered,
        [this](std::size_t master) { return !m_context.masters[master]->status().isUp(); });
    const SteadyTime now = m_context.clock->now();
    // Commands are written at the end of a turn: finish later.
    m_timer = m_context.scheduler->schedule(
        m_unanswered.empty() ? now : std::max(now, m_start + kReplyPatience),
        [self = shared_from_this()] { self->finish(); });
}

void Undoing::end(std::size_t master)
{
    if (std::erase(m_unanswered, master) > 0 && m_unanswered.empty() && m_handler)
        finish();
}

void Undoing::finish()
{
    m_context.scheduler->cancel(m_timer);
    std::exchange(m_handler, nullptr)();
}

} // namespace lockkeeper::lock
