// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include <csignal>

namespace lockkeeper::ctl {

/// A signal that came in.
struct SignalEvent {
    int number = 0;
    bool isFromTerminal = false; ///< a key press: the whole foreground group got it
};

/// Turns signals into something that poll() can wait for, on whichever thread they arrive. At most
/// one object at a time; the old handlers come back with its destructor. A SIGHUP that was ignored
/// when the program started (nohup) stays ignored.
class SignalPipe {
public:
    explicit SignalPipe(std::initializer_list<int> signals);
    SignalPipe(const SignalPipe&) = delete;
    SignalPipe& operator=(const SignalPipe&) = delete;
    ~SignalPipe();

    /// Readable while signals wait to be taken.
    [[nodiscard]] int descriptor() const noexcept { return m_reader; }
    /// The next signal, if one has come. Never blocks.
    [[nodiscard]] std::optional<SignalEvent> take() noexcept;

private:
    int m_reader = -1;
    int m_writer = -1;
    std::vector<std::pair<int, struct sigaction>> m_before;
};

} // namespace lockkeeper::ctl
