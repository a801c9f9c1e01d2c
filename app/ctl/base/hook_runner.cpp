// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/hook_runner.h"

#include "core/files/run_program.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <system_error>
#include <thread>

namespace lockkeeper::ctl {

HookRunner::HookRunner(Program program, HookLimits limits, const Clock& clock,
    std::function<void(const std::string&)> report)
    : m_program(std::move(program))
    , m_limits(limits)
    , m_clock(clock)
    , m_report(std::move(report))
{ }

HookRunner::~HookRunner()
{
    for (const Running& command : m_running) {
        ::kill(-command.pid, SIGKILL);
        while (::waitpid(command.pid, nullptr, 0) < 0 && errno == EINTR) { }
    }
}

void HookRunner::offer(Job job)
{
    if (job.isOver && m_told.erase(job.id) == 0)
        return;
    if (!job.isOver && m_waiting.size() >= m_limits.mostWaiting)
        return drop(1);
    if (!job.isOver && job.hasEnd)
        m_told.insert(job.id);
    const auto behind = job.isUrgent
        ? std::ranges::find_if(m_waiting, [](const Job& other) { return !other.isUrgent; })
        : m_waiting.end();
    m_waiting.insert(behind, std::move(job));
}

void HookRunner::drop(std::size_t events)
{
    if (events == 0)
        return;
    if (m_leftOut == 0)
        m_report(absl::Substitute(
            tr("too many events for $0: some are left out"), displaySafe(m_program.words.front())));
    m_leftOut += events;
    m_counts.dropped += events;
}

void HookRunner::work()
{
    std::erase_if(m_running, [this](Running& command) { return hasEnded(command); });
    for (auto job = m_waiting.end(); mayStart() && (job = next()) != m_waiting.end();) {
        Job chosen = std::move(*job);
        m_waiting.erase(job);
        start(std::move(chosen));
    }
}

bool HookRunner::mayStart()
{
    const SteadyTime now = m_clock.now();
    while (!m_starts.empty() && now - m_starts.front() >= std::chrono::minutes(1))
        m_starts.pop_front();
    return m_running.size() < m_limits.mostAtOnce && m_starts.size() < m_limits.mostAMinute;
}

std::deque<HookRunner::Job>::iterator HookRunner::next()
{
    return std::ranges::find_if(m_waiting, [this](const Job& job) {
        return std::ranges::find(m_running, job.id, &Running::id) == m_running.end();
    });
}

void HookRunner::start(Job job)
{
    const SteadyTime now = m_clock.now();
    m_starts.push_back(now);
    const std::size_t leftOut = std::exchange(m_leftOut, 0);
    if (leftOut > 0)
        m_report(absl::Substitute(tr("$0 events were left out"), leftOut));
    const auto input = fileWith(job.text(leftOut));
    if (!input)
        return fail(job.about,
            absl::Substitute(tr("could not be started: $0"), trData(input.error().text)));
    const auto pid = spawn({.words = m_program.words,
        .input = input->get(),
        .output = m_program.output,
        .errors = m_program.output,
        .environment = m_program.environment});
    if (!pid)
        return fail(job.about,
            absl::Substitute(tr("could not be started: $0"),
                trData(std::generic_category().message(pid.error()))));
    ++m_counts.runs;
    m_running.push_back({*pid, std::move(job.id), std::move(job.about), now + m_limits.longestRun});
}

bool HookRunner::hasEnded(Running& command)
{
    // The pid can't be reused before waitpid().
    ::siginfo_t info{};
    if (::waitid(P_PID, static_cast<::id_t>(command.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0
        || info.si_pid == 0) {
        endLate(command);
        return false;
    }
    if (command.isTold)
        ::kill(-command.pid, SIGKILL);
    int status = 0;
    while (::waitpid(command.pid, &status, 0) < 0 && errno == EINTR) { }
    if (!command.isTold)
        judge(command, status);
    return true;
}

void HookRunner::endLate(Running& command)
{
    const SteadyTime now = m_clock.now();
    if (now < command.endBy)
        return;
    ::kill(-command.pid, command.isTold ? SIGKILL : SIGTERM);
    command.endBy = now + m_limits.grace;
    if (std::exchange(command.isTold, true))
        return;
    fail(command.about,
        command.isHurried
            ? absl::Substitute(tr("still ran $0 after lockctl was told to end, and is ended"),
                words::durationText(m_limits.lastWait))
            : absl::Substitute(tr("did not end within $0, and is ended"),
                words::durationText(m_limits.longestRun)));
}

void HookRunner::judge(const Running& command, int status)
{
    if (WIFSIGNALED(status))
        fail(command.about, absl::Substitute(tr("was ended by signal $0"), WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0)
        fail(command.about, absl::Substitute(tr("ended with code $0"), WEXITSTATUS(status)));
}

void HookRunner::fail(const std::string& about, const std::string& why)
{
    ++m_counts.failures;
    m_report(absl::Substitute(
        tr("$0, told of $1, $2"), displaySafe(m_program.words.front()), about, why));
}

void HookRunner::finish()
{
    constexpr std::chrono::milliseconds kPause{20};
    if (!m_waiting.empty()) {
        m_report(absl::Substitute(tr("$0 events were left out"), m_waiting.size()));
        m_counts.dropped += m_waiting.size();
        m_waiting.clear();
    }
    const SteadyTime end = m_clock.now() + m_limits.lastWait;
    for (Running& command : m_running) {
        command.isHurried = !command.isTold && end < command.endBy;
        command.endBy = std::min(command.endBy, end);
    }
    while (!m_running.empty()) {
        std::erase_if(m_running, [this](Running& command) { return hasEnded(command); });
        std::this_thread::sleep_for(kPause);
    }
}

} // namespace lockkeeper::ctl
