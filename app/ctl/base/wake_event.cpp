// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/wake_event.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace lockkeeper::ctl {

WakeEvent::WakeEvent()
    : m_descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{ }

WakeEvent::~WakeEvent()
{
    ::close(m_descriptor);
}

void WakeEvent::raise() noexcept
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_descriptor, &one, sizeof one);
}

void WakeEvent::clear() noexcept
{
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = ::read(m_descriptor, &count, sizeof count);
}

std::vector<bool> waitFor(std::initializer_list<int> descriptors, int timeoutMilliseconds)
{
    std::vector<::pollfd> polled;
    for (const int descriptor : descriptors) {
        // Errors only: the reader is gone.
        const short events = descriptor == STDOUT_FILENO ? 0 : POLLIN;
        polled.push_back({descriptor, events, 0});
    }
    std::vector<bool> ready(polled.size(), false);
    if (::poll(polled.data(), polled.size(), timeoutMilliseconds) <= 0)
        return ready;
    for (std::size_t i = 0; i < polled.size(); ++i)
        ready[i] = polled[i].revents != 0;
    return ready;
}

} // namespace lockkeeper::ctl
