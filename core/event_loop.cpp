// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/event_loop.h"

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <optional>
#include <thread>
#include <unordered_map>

namespace lockkeeper {

struct EventLoop::Private {
    std::optional<asio::io_context> context{std::in_place, 1};
    asio::executor_work_guard<asio::io_context::executor_type> work{context->get_executor()};
    std::unordered_map<TimerId, asio::steady_timer> timers;
    TimerId lastTimer = kNoTimer;
    std::thread thread;
};

EventLoop::EventLoop()
    : m_d(std::make_unique<Private>())
{
    m_d->thread = std::thread([d = m_d.get()] { d->context->run(); });
}

EventLoop::~EventLoop()
{
    stop();
    // Handlers still queued are destroyed with the context, and what they own may cancel timers:
    // the (empty) timer map has to outlive it.
    m_d->timers.clear();
    m_d->work.reset();
    m_d->context.reset();
}

void EventLoop::stop() noexcept
{
    m_d->context->stop();
    if (m_d->thread.joinable())
        m_d->thread.join();
}

void EventLoop::post(std::function<void()> task)
{
    asio::post(*m_d->context, std::move(task));
}

bool EventLoop::isLoopThread() const noexcept
{
    return std::this_thread::get_id() == m_d->thread.get_id();
}

bool EventLoop::isStopped() const noexcept
{
    return !m_d->thread.joinable();
}

asio::io_context& EventLoop::context() noexcept
{
    return *m_d->context;
}

Scheduler::TimerId EventLoop::schedule(SteadyTime when, std::function<void()> task)
{
    const TimerId id = ++m_d->lastTimer;
    auto& timer = m_d->timers.try_emplace(id, *m_d->context, when).first->second;
    timer.async_wait([this, id, task = std::move(task)](const asio::error_code&) {
        // A handler that was already queued when its timer was cancelled finds no entry.
        if (m_d->timers.erase(id) != 0)
            task();
    });
    return id;
}

void EventLoop::cancel(TimerId id) noexcept
{
    m_d->timers.erase(id);
}

} // namespace lockkeeper
