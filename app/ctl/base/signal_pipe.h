// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include <csignal>

namespace lockkeeper::ctl {

/// A signal that was received.
struct SignalEvent {
    int number = 0;
    bool isFromTerminal = false; ///< by a key press: the whole foreground group got it
};

/// Makes signals available as a file descriptor for poll(), on whichever thread they arrive.
///
/// The constructor installs handlers, the destructor restores the old ones. A SIGHUP that is
/// ignored already (nohup) stays ignored. At most one object may exist at a time. Not thread-safe.
class SignalPipe {
public:
    explicit SignalPipe(std::initializer_list<int> signals);
    /// Handles these as well from now on.
    void add(std::initializer_list<int> signals);
    SignalPipe(const SignalPipe&) = delete;
    SignalPipe& operator=(const SignalPipe&) = delete;
    ~SignalPipe();

    /// Readable while there are signals to take().
    [[nodiscard]] int descriptor() const noexcept { return m_reader; }
    /// The next signal; nullopt if there is none. Never blocks.
    [[nodiscard]] std::optional<SignalEvent> take() noexcept;

private:
    int m_reader = -1;
    int m_writer = -1;
    std::vector<std::pair<int, struct sigaction>> m_before;
};

} // namespace lockkeeper::ctl
