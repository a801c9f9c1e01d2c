// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Loaded into redis-server by LD_PRELOAD: its clock is ahead by the milliseconds in the file
// LOCKKEEPER_CLOCK, an int64_t. Calls the kernel directly: the server's allocator needs the time
// first.

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

constexpr std::int64_t kMilliseconds = 1000;
constexpr std::int64_t kNanoseconds = 1'000'000'000;
const volatile std::int64_t* theAdvance = nullptr;

[[gnu::constructor]] void findAdvance()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread yet
    const char* const file = std::getenv("LOCKKEEPER_CLOCK");
    const int fd = file == nullptr ? -1 : ::open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    void* const place = ::mmap(nullptr, sizeof *theAdvance, PROT_READ, MAP_SHARED, fd, 0);
    ::close(fd);
    if (place != MAP_FAILED)
        theAdvance = static_cast<const volatile std::int64_t*>(place);
}

} // namespace

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library's are reserved
extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    const auto failed = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
    if (failed != 0 || clock != CLOCK_REALTIME || theAdvance == nullptr)
        return failed;
    const std::int64_t nanoseconds
        = time->tv_nsec + *theAdvance % kMilliseconds * (kNanoseconds / kMilliseconds);
    time->tv_sec += *theAdvance / kMilliseconds + nanoseconds / kNanoseconds;
    time->tv_nsec = nanoseconds % kNanoseconds;
    return 0;
}

int gettimeofday(timeval* time, void* /*zone*/) noexcept
{
    timespec now{};
    const int failed = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / kMilliseconds;
    return failed;
}

time_t time(time_t* place) noexcept
{
    timespec now{};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (place != nullptr)
        *place = now.tv_sec;
    return now.tv_sec;
}
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
