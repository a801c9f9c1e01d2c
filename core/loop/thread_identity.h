// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>

namespace lockkeeper {

/// Never reused, unlike std::thread::id: an ended thread's lock must not pass to another.
class ThreadIdentity {
public:
    /// No thread.
    constexpr ThreadIdentity() noexcept = default;

    [[nodiscard]] static ThreadIdentity current() noexcept
    {
        static std::atomic<std::uint64_t> last{0};
        thread_local const std::uint64_t own = ++last;
        return ThreadIdentity(own);
    }
    friend auto operator<=>(const ThreadIdentity&, const ThreadIdentity&) = default;

private:
    explicit constexpr ThreadIdentity(std::uint64_t value) noexcept
        : m_value(value)
    { }
    std::uint64_t m_value = 0;
};

} // namespace lockkeeper
