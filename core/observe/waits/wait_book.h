// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/waits/library_waits.h"

#include <cstdint>
#include <map>
#include <string>

namespace lockkeeper::observe {

/// Joins what the masters tell of the waiters: some announce themselves on some of the masters, of
/// others their library tells. Not thread-safe.
class WaitBook {
public:
    /// When a master was asked, and when it answered.
    struct Asked {
        SteadyTime sent{};
        SteadyTime received{};
        WallTime wallReceived{}; ///< the same moment
    };
    /// A master has named all its channels of waiters, some time between the two. Names that are
    /// none of ours are ignored, and so are all after 10 000 waiters. Of a waiter that says to wait
    /// since a time in the future, or for more than 30 days, `since` becomes when it is first seen.
    void note(std::size_t master, const Asked& asked, const std::vector<std::string>& channels);
    /// The master does not answer: what it has told counts no more.
    void forget(std::size_t master);

    /// What libraries tell.
    [[nodiscard]] LibraryWaits& library() noexcept { return m_library; }
    [[nodiscard]] const LibraryWaits& library() const noexcept { return m_library; }

    [[nodiscard]] bool isEmpty() const noexcept { return m_waiters.empty() && m_library.isEmpty(); }
    /// Those who wait, in the order in which they came, and those who are gone.
    [[nodiscard]] std::vector<Waiter> waiters() const;

private:
    struct Record {
        Waiter waiter;
        std::uint64_t masters = 0; ///< bits of those that name it
        std::uint64_t answer = 0; ///< the latest that names it
    };
    /// Takes the master's word from all records that its answer does not name.
    void removeUnnamed(std::size_t master, std::uint64_t answer);

    std::map<std::string, Record, std::less<>> m_waiters; ///< by channel
    std::uint64_t m_answers = 0;
    LibraryWaits m_library;
};

} // namespace lockkeeper::observe
