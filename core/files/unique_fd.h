// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace lockkeeper {

class UniqueFd {
public:
    UniqueFd() = default;
    /// Negative: a failed call.
    explicit UniqueFd(int fd) noexcept
        : m_fd(fd)
    { }
    UniqueFd(UniqueFd&& other) noexcept
        : m_fd(std::exchange(other.m_fd, -1))
    { }
    /// Swaps: `other` closes our descriptor.
    UniqueFd& operator=(UniqueFd&& other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~UniqueFd() { close(); }

    [[nodiscard]] int get() const noexcept { return m_fd; }
    [[nodiscard]] bool isOpen() const noexcept { return m_fd >= 0; }
    [[nodiscard]] int release() noexcept { return std::exchange(m_fd, -1); }
    /// Keeps errno for a later report.
    void close() noexcept
    {
        if (m_fd < 0)
            return;
        const int code = errno;
        ::close(std::exchange(m_fd, -1));
        errno = code;
    }

private:
    int m_fd = -1;
};

} // namespace lockkeeper
