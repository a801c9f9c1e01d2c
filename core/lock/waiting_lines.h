// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace lockkeeper::lock {

/// Those of one client who wait for the same resources, first come, first served: only the first in
/// a line watches and tries. If all did, each release would cost a try of every waiter, of which
/// one at most wins and all others have to be taken back.
///
/// Thread-safety: used on the loop's thread.
class WaitingLines {
public:
    using Resources = std::vector<Resource>;
    using Place = std::uint64_t;
    static constexpr Place kNone = 0;

    /// The last place in the line for exactly these resources. `onFirst` is called once those in
    /// front have all left, from within leave(); never if it is the first place already.
    [[nodiscard]] Place join(const Resources& resources, std::function<void()> onFirst);
    void leave(const Resources& resources, Place place);

    [[nodiscard]] bool isFirst(const Resources& resources, Place place) const;
    [[nodiscard]] bool isEmpty(const Resources& resources) const
    {
        return !m_lines.contains(resources);
    }

private:
    struct Waiting {
        Place place;
        std::function<void()> onFirst;
    };
    std::map<Resources, std::deque<Waiting>> m_lines; ///< none is empty
    Place m_last = kNone;
};

} // namespace lockkeeper::lock
