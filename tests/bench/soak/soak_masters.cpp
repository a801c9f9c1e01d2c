// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/soak_masters.h"

#include "core/config/quorum.h"
#include "core/files/system_error.h"
#include "tests/bench/soak/contender.h"

#include <algorithm>

namespace lockkeeper::bench {

using std::chrono::milliseconds;

namespace {

/// Time for the clients to reconnect.
constexpr milliseconds kRecovery{300};
/// Time until the quarantine of a forgetful master has ended. When it started is known to the
/// second.
constexpr milliseconds kForgetfulRecovery = kRecovery + std::chrono::seconds(2) + kLongestTtl;

} // namespace

Result<void> SoakMasters::start(std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const std::filesystem::path directory = m_directory / std::to_string(i);
        std::error_code error;
        if (!std::filesystem::create_directory(directory, error))
            return systemError("can't make a directory", error.value());
        auto process = sandbox::RedisProcess::start(optionsFor(directory, i % 2 == 0));
        if (!process)
            return tl::make_unexpected(std::move(process.error()));
        m_masters.push_back({std::move(*process)});
    }
    // While most of the masters have just started, they all vote.
    m_nextHarm = BootClock::now() + (m_areForgetful ? kForgetfulRecovery : pick(300, 1000));
    return {};
}

sandbox::RedisProcessOptions SoakMasters::optionsFor(
    std::filesystem::path directory, bool hasTcp) const
{
    sandbox::RedisProcessOptions options{.directory = std::move(directory), .hasTcp = hasTcp};
    // The append-only file is written before the reply, so a restarted master knows everything that
    // it has said yes to. fsync is not needed: a kill is not a power cut. And everysec may delay
    // writes.
    if (!m_areForgetful)
        options.extraArguments
            = {"--appendonly", "yes", "--appendfsync", "no", "--auto-aof-rewrite-min-size", "16mb"};
    return options;
}

std::vector<std::string> SoakMasters::urls() const
{
    std::vector<std::string> urls;
    for (const Master& master : m_masters)
        urls.push_back(
            master.process.port() != 0 ? master.process.tcpUrl() : master.process.unixUrl());
    return urls;
}

Result<void> SoakMasters::tend(SteadyTime now)
{
    for (Master& master : m_masters) {
        if (master.state != State::Dead && !master.process.isRunning())
            return fail(ErrorClass::System, "a redis-server has crashed");
        if (master.state == State::Fine || now < master.until)
            continue;
        if (auto mended = mend(master, now); !mended)
            return mended;
    }
    if (now < m_nextHarm)
        return {};
    m_nextHarm = now + pick(300, 2000);
    // Masters in quarantine count as well here: two holders are likeliest while others are away.
    const auto unwell = static_cast<std::size_t>(std::ranges::count_if(m_masters,
        [](const Master& master) { return master.state != State::Fine && !master.hasForgotten; }));
    Master& chosen = m_masters[m_random() % m_masters.size()];
    if (chosen.state == State::Fine && unwell + quorumOf(m_masters.size()) < m_masters.size())
        harm(chosen, now);
    return {};
}

void SoakMasters::harm(Master& master, SteadyTime now)
{
    const bool isFirst = m_areForgetful && m_killed == 0;
    switch (mayForget() ? m_random() % (isFirst ? 2 : 3) : 2) {
    case 0: // killed, and back at once
        master.process.stop();
        master.state = State::Dead;
        master.until = now;
        ++m_killed;
        break;
    case 1: // away for longer than the TTLs, or not
        master.process.stop();
        master.state = State::Dead;
        master.until = now + pick(100, 2000);
        ++m_killed;
        break;
    default:
        master.process.suspend();
        master.state = State::Stopped;
        master.until = now + pick(50, 2500);
        ++m_stopped;
    }
}

/// True if a master may be killed now.
bool SoakMasters::mayForget() const
{
    return !m_areForgetful || std::ranges::none_of(m_masters, [](const Master& master) {
        return master.state == State::Dead || master.hasForgotten;
    });
}

Result<void> SoakMasters::mend(Master& master, SteadyTime now)
{
    if (master.state == State::Back) {
        master.state = State::Fine;
        master.hasForgotten = false;
        return {};
    }
    if (master.state == State::Stopped) {
        master.process.resume();
    } else {
        ++m_restarted;
        master.hasForgotten = m_areForgetful;
        if (auto restarted = master.process.restart(); !restarted)
            return restarted;
    }
    master.state = State::Back;
    master.until = now + (master.hasForgotten ? kForgetfulRecovery : kRecovery);
    return {};
}

void SoakMasters::resumeAll()
{
    for (Master& master : m_masters) {
        if (master.state == State::Stopped)
            master.process.resume();
    }
}

milliseconds SoakMasters::pick(unsigned least, unsigned most)
{
    return milliseconds(std::uniform_int_distribution<unsigned>(least, most)(m_random));
}

} // namespace lockkeeper::bench
