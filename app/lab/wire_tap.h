// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recording.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>

namespace asio {
class io_context;
}

namespace lockkeeper::lab {

/// One contender's connection to one master. Records commands for the locks; can hold a command,
/// lose a reply or block everything. Use it on the context's thread.
class WireTap {
public:
    /// By SHA-1, for all taps: a server knows a script whoever sent it.
    struct Scripts;
    [[nodiscard]] static std::shared_ptr<Scripts> noScripts();

    struct Ends {
        std::filesystem::path listen;
        std::filesystem::path master;
        char who = 'A';
        char id = 'a';
        int locks = 1;
        std::shared_ptr<Scripts> scripts;
    };
    /// Throws std::system_error if it can't listen. Calls `changed` after each change of `sent`,
    /// from which others may remove answered commands. `sent` and `context` must outlive it.
    WireTap(
        asio::io_context& context, Ends ends, std::list<Sent>& sent, std::function<void()> changed);
    ~WireTap();
    WireTap(WireTap&&) noexcept;
    WireTap& operator=(WireTap&&) noexcept;

    /// And everything after it.
    void holdAt(Point point);
    [[nodiscard]] bool isHeldAt(Point point) const noexcept;
    void goOn();
    /// Breaks the connection instead of the next reply to a taking command.
    void loseReply();
    /// As if the sender had died before.
    void drop();
    /// Ends connections to the old one.
    void moveTo(const std::filesystem::path& master);
    void setCutOff(bool isCutOff);
    /// Each way.
    void setDelay(std::chrono::milliseconds delay);

private:
    struct Private;
    std::shared_ptr<Private> m_d;
};

} // namespace lockkeeper::lab
