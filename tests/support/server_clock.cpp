// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/server_clock.h"

#include "core/files/unique_fd.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace lockkeeper::tests {
namespace {

constexpr const char* kPreload = "LD_PRELOAD";
constexpr const char* kClockFile = "LOCKKEEPER_SERVER_CLOCK";

/// Variables of the environment that the processes started meanwhile have.
class Environment {
public:
    explicit Environment(const std::filesystem::path& clock)
    {
        ::setenv(kPreload, LOCKKEEPER_SERVER_CLOCK_SHIM, 1);
        ::setenv(kClockFile, clock.c_str(), 1);
    }
    ~Environment()
    {
        ::unsetenv(kPreload);
        ::unsetenv(kClockFile);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
};

} // namespace

ServerClock::ServerClock()
{
    const auto path = m_directory.path() / "clock";
    const UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file.isOpen() || ::ftruncate(file.get(), sizeof *m_offset) != 0)
        throw std::system_error(errno, std::generic_category(), "can't make " + path.native());
    void* const mapped
        = ::mmap(nullptr, sizeof *m_offset, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (mapped == MAP_FAILED)
        throw std::system_error(errno, std::generic_category(), "can't map " + path.native());
    m_offset = static_cast<volatile std::int64_t*>(mapped);
}

ServerClock::~ServerClock()
{
    ::munmap(const_cast<std::int64_t*>(m_offset), sizeof *m_offset);
}

RedisServerFixture ServerClock::start(const RedisServerOptions& options) const
{
    const Environment environment(m_directory.path() / "clock");
    return RedisServerFixture(options);
}

void ServerClock::setAhead(std::chrono::microseconds ahead) noexcept
{
    *m_offset = ahead.count();
}

} // namespace lockkeeper::tests
