// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/shared_log.h"

#include "core/files/unique_fd.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace lockkeeper::bench {
namespace {

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "needed between processes");

[[noreturn]] void failWith(const char* what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

} // namespace

std::string_view nameOf(Count count) noexcept
{
    constexpr std::array<std::string_view, kCounts> kNames{"acquired", "contended", "no_quorum",
        "too_late", "failed", "several_at_once", "reentrant", "extended", "leases_lost",
        "held_too_long", "loss_not_told", "loss_told_twice", "held_after_loss", "deadlocked"};
    return kNames[static_cast<std::size_t>(count)];
}

bool isViolation(Count count) noexcept
{
    return count >= Count::HeldTooLong;
}

void ContenderLog::count(Count what) noexcept
{
    m_counts[static_cast<std::size_t>(what)].fetch_add(1, std::memory_order_relaxed);
}

std::uint64_t ContenderLog::counted(Count what) const noexcept
{
    return m_counts[static_cast<std::size_t>(what)].load(std::memory_order_relaxed);
}

void ContenderLog::add(const Interval& interval) noexcept
{
    const std::uint64_t added = m_added.load(std::memory_order_relaxed);
    while (added - m_taken.load(std::memory_order_acquire) >= kCapacity)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    m_intervals[added % kCapacity] = interval;
    m_added.store(added + 1, std::memory_order_release);
}

void ContenderLog::promiseNoneBefore(SteadyTime time) noexcept
{
    m_noneBefore.store(time.time_since_epoch().count(), std::memory_order_release);
}

void ContenderLog::noteToldLate(SteadyTime::duration delay) noexcept
{
    if (delay.count() > m_toldLate.load(std::memory_order_relaxed))
        m_toldLate.store(delay.count(), std::memory_order_relaxed);
}

SteadyTime::duration ContenderLog::toldLate() const noexcept
{
    return SteadyTime::duration(m_toldLate.load(std::memory_order_relaxed));
}

SteadyTime ContenderLog::drain(std::vector<Interval>& into)
{
    // Read the promise first: all intervals that are added after it keep it.
    const SteadyTime noneBefore{SteadyTime::duration(m_noneBefore.load(std::memory_order_acquire))};
    const std::uint64_t added = m_added.load(std::memory_order_acquire);
    std::uint64_t taken = m_taken.load(std::memory_order_relaxed);
    for (; taken != added; ++taken)
        into.push_back(m_intervals[taken % kCapacity]);
    m_taken.store(taken, std::memory_order_release);
    return noneBefore;
}

SharedLog::SharedLog(const std::filesystem::path& file, std::size_t contenders)
    : m_contenders(contenders)
{
    const UniqueFd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!fd.isOpen())
        failWith("can't open the log of the contenders");
    if (::ftruncate(fd.get(), static_cast<off_t>(bytes())) != 0)
        failWith("can't make the log of the contenders");
    m_memory = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
    if (m_memory == MAP_FAILED)
        failWith("can't map the log of the contenders");
}

SharedLog::~SharedLog()
{
    ::munmap(m_memory, bytes());
}

std::size_t SharedLog::bytes() const noexcept
{
    return sizeof(Header) + m_contenders * sizeof(ContenderLog);
}

ContenderLog& SharedLog::operator[](std::size_t contender) noexcept
{
    // No constructor is needed: all members of a ContenderLog start as zero, and the file is
    // zeroed.
    auto* const logs
        = reinterpret_cast<ContenderLog*>(static_cast<char*>(m_memory) + sizeof(Header));
    return logs[contender];
}

std::uint64_t SharedLog::counted(Count what) noexcept
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < m_contenders; ++i)
        sum += (*this)[i].counted(what);
    return sum;
}

} // namespace lockkeeper::bench
