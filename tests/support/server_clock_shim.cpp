// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Preloaded into redis-servers by ServerClock: their wall clock is off by the microseconds in the
// file that LOCKKEEPER_SERVER_CLOCK names. (libfaketime ends Debian's redis-server.)
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

constexpr std::int64_t kMicrosecondsPerSecond = 1'000'000;
const volatile std::int64_t* offset = nullptr;

__attribute__((constructor)) void mapOffset()
{
    const char* const path = std::getenv("LOCKKEEPER_SERVER_CLOCK");
    const int file = path == nullptr ? -1 : ::open(path, O_RDONLY | O_CLOEXEC);
    void* const mapped = ::mmap(nullptr, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    if (mapped != MAP_FAILED)
        offset = static_cast<const std::int64_t*>(mapped);
}

std::int64_t wallMicroseconds()
{
    timespec time{};
    ::syscall(SYS_clock_gettime, CLOCK_REALTIME, &time);
    return time.tv_sec * kMicrosecondsPerSecond + time.tv_nsec / 1000
        + (offset == nullptr ? 0 : *offset);
}

} // namespace

extern "C" int gettimeofday(timeval* tv, void* /*zone*/) noexcept
{
    const std::int64_t now = wallMicroseconds();
    *tv = {now / kMicrosecondsPerSecond, now % kMicrosecondsPerSecond};
    return 0;
}

extern "C" int clock_gettime(clockid_t id, timespec* tp) noexcept
{
    if (id != CLOCK_REALTIME)
        return static_cast<int>(::syscall(SYS_clock_gettime, id, tp));
    const std::int64_t now = wallMicroseconds();
    *tp = {now / kMicrosecondsPerSecond, now % kMicrosecondsPerSecond * 1000};
    return 0;
}

extern "C" time_t time(time_t* timer) noexcept
{
    const time_t now = wallMicroseconds() / kMicrosecondsPerSecond;
    if (timer != nullptr)
        *timer = now;
    return now;
}
