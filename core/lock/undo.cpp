// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/undo.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;

/// What a call may last longer, for the answers of masters that can be reached.
constexpr milliseconds kLongestWait{40};

/// A silent connection is given up after ten seconds, and with it what was not executed yet.
constexpr milliseconds kAfterSilence{11'000};
/// For what only people change.
constexpr milliseconds kAfterRefusal{1000};
constexpr milliseconds kUsually{500};

/// How long to leave a master alone that may not have undone it; never, if it has.
std::optional<milliseconds> pauseAfter(const Result<redis::Reply>& outcome)
{
    if (outcome)
        return std::nullopt;
    switch (outcome.error().kind) {
    case ErrorClass::WrongType:
        return std::nullopt; // what is there now is somebody else's
    case ErrorClass::Timeout:
        return kAfterSilence;
    case ErrorClass::TlsFailed:
    case ErrorClass::NotRedis:
    case ErrorClass::AuthRequired:
    case ErrorClass::WrongPassword:
    case ErrorClass::NoPermission:
    case ErrorClass::ReadOnly:
    case ErrorClass::ServerError:
        return kAfterRefusal;
    default:
        return kUsually;
    }
}

/// `tried`, if any, is called with the first answer.
void send(const LockContext& context, Undo undo, std::function<void()> tried)
{
    redis::Transport& master = *context.masters[undo.master];
    const redis::Script::Invocation script = undo.script;
    script.runUndo(master, context.timeout,
        [&context, undo = std::move(undo), tried = std::move(tried), keep = context.owner.lock()](
            const Result<redis::Reply>& outcome) {
            undoLater(context, undo, outcome);
            if (tried)
                tried();
        });
}

} // namespace

void undoLater(const LockContext& context, Undo undo, const Result<redis::Reply>& outcome)
{
    const auto pause = pauseAfter(outcome);
    if (!pause)
        return;
    const SteadyTime next = context.clock->now() + *pause;
    if (next < undo.until)
        context.scheduler->schedule(
            next, [&context, undo = std::move(undo)] { send(context, undo, nullptr); });
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

void Undoing::whenOver(std::function<void()> handler)
{
    m_handler = std::move(handler);
    std::erase_if(m_unanswered, [this](std::size_t master) {
        return m_context.masters[master]->status().state != redis::LinkState::Up;
    });
    const SteadyTime now = m_context.clock->now();
    // Commands are written at the end of a turn of the loop: not before the next one.
    m_timer = m_context.scheduler->schedule(
        m_unanswered.empty() ? now : std::max(now, m_start + kLongestWait),
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
