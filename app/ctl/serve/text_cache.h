// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/event_log.h"

#include <functional>

namespace lockkeeper::ctl {

/// The latest text that was made of the board, for all clients that want it. Thread-safe.
///
/// Slow clients may still read older texts. If these are many, no newer one is made until one of
/// them has been read or given up: memory is bounded, and clients get a text that is older by as
/// much as a client may take.
class TextCache {
public:
    /// Older texts in memory, besides the latest one.
    static constexpr std::size_t kMostOlder = 3;

    /// A text, of which update of the board it was made, and the latest event before.
    struct Made {
        std::uint64_t update = 0;
        std::uint64_t event = 0;
        std::string text;
    };
    struct Given {
        std::uint64_t event = 0;
        SharedText text;
    };

    /// The text of `update` or of a later one, if there are not too many older texts. Calls `make`
    /// if there is none; other threads wait for it meanwhile.
    [[nodiscard]] Given get(std::uint64_t update, const std::function<Made()>& make);

private:
    Mutex m_mutex;
    Given m_latest LK_GUARDED_BY(m_mutex);
    std::uint64_t m_update LK_GUARDED_BY(m_mutex) = 0; ///< of m_latest; 0: there is none
    std::vector<std::weak_ptr<const std::string>> m_older LK_GUARDED_BY(m_mutex);
};

} // namespace lockkeeper::ctl
