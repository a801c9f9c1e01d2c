// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/listening_links.h"
#include "core/lock/wait_announcement.h"
#include "core/loop/lifetime.h"

#include <cstdint>
#include <map>

namespace lockkeeper::lock {

/// Announces waits on a quorum of masters; not on masters that fail or refuse (`&lk1:wait:*` or
/// `+unsubscribe` is missing). Repeats it after a login. Thread: the loop's.
class WaitAnnouncer {
public:
    using Id = std::uint64_t;
    static constexpr Id kNone = 0;

    /// `links`: not open yet.
    explicit WaitAnnouncer(ListeningLinks& links, std::optional<int> database = {});
    WaitAnnouncer(const WaitAnnouncer&) = delete;
    WaitAnnouncer& operator=(const WaitAnnouncer&) = delete;

    /// Sets id and database. kNone for too long names, or without random numbers.
    [[nodiscard]] Id announce(WaitAnnouncement announcement);
    void withdraw(Id id) noexcept;
    [[nodiscard]] std::optional<WaitAnnouncement> announced(Id id) const;

private:
    struct Announced {
        std::string channel;
        std::vector<std::size_t> masters;
    };
    [[nodiscard]] std::vector<std::size_t> chooseMasters(const Resource& resource) const;
    void subscribe(std::size_t master, Id id);
    void onLogin(std::size_t master);

    ListeningLinks& m_links;
    const std::optional<int> m_database;
    std::map<Id, Announced> m_announced;
    Id m_last = kNone;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::lock
