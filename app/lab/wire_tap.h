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

/// The way of one contender to one master: passes on what both say, records the commands for the
/// lock, and can hold one at a point, lose all, or nothing. On one thread, that of its context.
class WireTap {
public:
    /// What is known of scripts by their SHA-1: a server knows one by whoever has sent it.
    struct Scripts;
    [[nodiscard]] static std::shared_ptr<Scripts> noScripts();

    struct Ends {
        std::filesystem::path listen; ///< the socket that the contender connects to
        std::filesystem::path master; ///< that of the master
        char who = 'A';
        char id = 'a'; ///< of the master
        int locks = 1; ///< commands that name one of them are recorded
        std::shared_ptr<Scripts> scripts; ///< of all taps
    };
    /// Listens from now on. Throws std::system_error if it can't. Commands are recorded in
    /// `sent`, whose owner may remove those that were answered. That and `context` must outlive it;
    /// `changed` is called after each change of the record.
    WireTap(
        asio::io_context& context, Ends ends, std::list<Sent>& sent, std::function<void()> changed);
    ~WireTap();
    WireTap(WireTap&&) noexcept;
    WireTap& operator=(WireTap&&) noexcept;

    /// Holds the next command with this effect, and what follows it.
    void holdAt(Point point);
    [[nodiscard]] bool isHeldAt(Point point) const noexcept;
    /// Passes on what is held.
    void goOn();
    /// The connection of the next command that takes the lock breaks in place of its reply.
    void loseReply();
    /// Forgets what is held: its sender is gone before it was sent.
    void drop();
    /// The master is elsewhere from now on: connections to the old place end.
    void moveTo(const std::filesystem::path& master);
    /// Nothing passes in either direction until it reaches its end again.
    void setCutOff(bool isCutOff);
    /// What passes takes so long from now on, in each direction.
    void setDelay(std::chrono::milliseconds delay);

private:
    struct Private;
    std::shared_ptr<Private> m_d;
};

} // namespace lockkeeper::lab
