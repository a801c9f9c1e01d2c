// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_record.h"
#include "core/observe/board/expiry_index.h"

#include <absl/functional/function_ref.h>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// A vote whose TTL has passed: the key must be read on this master.
struct ExpiredVote {
    std::size_t master;
    std::string key;
};

/// Finds the votes whose TTL has passed, and those of masters that have failed since. Eight bytes
/// per record, one position in the index each: the time of its first vote that ends. Records must
/// be removed before they are destroyed. Not thread-safe.
class VoteExpiries {
public:
    explicit VoteExpiries(SteadyTime start)
        : m_index(start)
    { }

    /// Call for each new vote. A vote without a TTL never ends.
    void add(BoardRecord& record, const Vote& vote);
    void remove(BoardRecord& record) { m_index.remove(record); }
    /// The votes whose TTL has passed at `now`. Each is returned once, unless it is added again.
    /// Calls `onFailed(record)` where it is what a master told before it failed, which can't be
    /// read.
    [[nodiscard]] std::vector<ExpiredVote> take(
        SteadyTime now, absl::FunctionRef<void(BoardRecord&)> onFailed);

private:
    ExpiryIndex<BoardRecord> m_index;
};

} // namespace lockkeeper::observe
