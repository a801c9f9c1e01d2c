// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include <csignal>

namespace lockkeeper::ctl {

struct SignalEvent {
    int number = 0;
    bool isFromTerminal = false; ///< by a key; the whole foreground group got it
};

/// Makes any thread's signals readable by poll(), with neverWaitForErrors(). The destructor
/// restores the handlers. An ignored SIGHUP (nohup) stays ignored. One object at a time.
class SignalPipe {
public:
    explicit SignalPipe(std::initializer_list<int> signals);
    void add(std::initializer_list<int> signals);
    SignalPipe(const SignalPipe&) = delete;
    SignalPipe& operator=(const SignalPipe&) = delete;
    ~SignalPipe();

    [[nodiscard]] int descriptor() const noexcept { return m_reader; }
    [[nodiscard]] std::optional<SignalEvent> take() noexcept;

private:
    int m_reader = -1;
    int m_writer = -1;
    std::vector<std::pair<int, struct sigaction>> m_before;
};

} // namespace lockkeeper::ctl
