// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/quit_signals.h"

#include <QSocketNotifier>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace lockkeeper::gui {

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};

/// Global, because a signal handler has no other access to it. The handler writes one byte; the
/// event loop reads the other end.
std::array<int, 2> signalPipe{-1, -1};

extern "C" void notifyEventLoop(int)
{
    const char byte = 0;
    // If the pipe is full, the event loop will be notified anyway.
    [[maybe_unused]] const auto written = ::write(signalPipe[1], &byte, 1);
}

} // namespace

QuitSignals::QuitSignals(QObject* parent)
    : QObject(parent)
{
    if (::pipe2(signalPipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_notifier = new QSocketNotifier(signalPipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &QuitSignals::read);
    struct sigaction action { };
    action.sa_handler = notifyEventLoop;
    action.sa_flags = SA_RESTART;
    for (const int number : kSignals)
        ::sigaction(number, &action, nullptr);
}

QuitSignals::~QuitSignals()
{
    for (const int number : kSignals)
        ::signal(number, SIG_DFL);
    delete m_notifier;
    for (int& end : signalPipe) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
}

void QuitSignals::read()
{
    std::array<char, 16> bytes{};
    while (::read(signalPipe[0], bytes.data(), bytes.size()) > 0) { }
    Q_EMIT received();
}

} // namespace lockkeeper::gui
