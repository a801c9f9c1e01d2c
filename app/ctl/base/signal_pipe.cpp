// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/signal_pipe.h"

#include "app/ctl/base/console.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

std::atomic<int> currentWriter{-1};

void onSignal(int number, siginfo_t* info, void*)
{
    const int before = errno;
    const SignalEvent event{number, info->si_code == SI_KERNEL};
    // If full (thousands of signals), the signal is lost.
    [[maybe_unused]] const auto written = ::write(currentWriter.load(), &event, sizeof event);
    errno = before;
}

} // namespace

SignalPipe::SignalPipe(std::initializer_list<int> signals)
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
        m_reader = ends[0];
        m_writer = ends[1];
    }
    currentWriter = m_writer;
    neverWaitForErrors(true);
    add(signals);
}

void SignalPipe::add(std::initializer_list<int> signals)
{
    for (const int number : signals) {
        struct sigaction action { };
        struct sigaction before { };
        action.sa_sigaction = onSignal;
        action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NOCLDSTOP;
        if (::sigaction(number, nullptr, &before) != 0
            || (before.sa_handler == SIG_IGN && number == SIGHUP))
            continue;
        ::sigaction(number, &action, nullptr);
        m_before.emplace_back(number, before);
    }
}

SignalPipe::~SignalPipe()
{
    for (const auto& [number, before] : m_before)
        ::sigaction(number, &before, nullptr);
    currentWriter = -1;
    neverWaitForErrors(false);
    ::close(m_reader);
    ::close(m_writer);
}

std::optional<SignalEvent> SignalPipe::take() noexcept
{
    SignalEvent event;
    if (::read(m_reader, &event, sizeof event) != static_cast<::ssize_t>(sizeof event))
        return std::nullopt;
    return event;
}

} // namespace lockkeeper::ctl
