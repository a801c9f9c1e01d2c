// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/liveness.h"

#include "core/config/deployments_file.h"
#include "core/files/run_program.h"
#include "core/text/bounded_json.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>

namespace lockkeeper::release {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostKnown = 10'000;
constexpr std::chrono::minutes kClocksDiffer{1};
constexpr const char* kStartedLater
    = trNoop("what has its name was started after the lock was taken", "data");

LifeReport unreadable(const char* why, SteadyTime at)
{
    return {.reason = why, .at = at};
}

std::vector<std::string> commandOf(const config::Liveness& how)
{
    if (!how.ask)
        return how.command;
    return {"/bin/sh", "-c", aliveScript(*how.ask), "lockkeeper", how.nameSpace, how.container,
        how.context};
}

std::string sourceOf(const config::Liveness& how)
{
    if (how.ask)
        return nameOf(*how.ask);
    return how.command.empty() ? std::string()
                               : how.command.front().substr(how.command.front().rfind('/') + 1);
}

} // namespace

std::string lifeQuestion(const observe::Holder& holder)
{
    const auto text = [](const std::optional<std::string>& some) {
        return some ? nlohmann::ordered_json(*some) : nlohmann::ordered_json();
    };
    const nlohmann::ordered_json question{{"host", text(holder.host)},
        {"pid", holder.pid ? nlohmann::ordered_json(*holder.pid) : nlohmann::ordered_json()},
        {"app", text(holder.app)}, {"detail", text(holder.detail)}};
    return question.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

LifeReport parseLife(std::string_view answer, SteadyTime at)
{
    const auto json = parseBoundedJson<nlohmann::json>(answer);
    if (!json.is_object())
        return unreadable(trNoop("its answer is no JSON object", "data"), at);
    const auto life = enumNamed<Life>(textMember(json, "state").value_or(""));
    if (!life)
        return unreadable(
            trNoop("its answer has no \"state\" of \"alive\", \"gone\" or \"unknown\"", "data"),
            at);
    LifeReport report{.life = *life,
        .source = textMember(json, "source").value_or(""),
        .reason = textMember(json, "reason").value_or(""),
        .at = at};
    const auto started = json.find("started_unix_ms");
    constexpr std::int64_t kLast = 9'000'000'000'000; // in 2255: a WallTime is in nanoseconds
    const std::int64_t time
        = started != json.end() && started->is_number_integer() ? started->get<std::int64_t>() : -1;
    if (time >= 0 && time <= kLast)
        report.startedAt = WallTime(milliseconds(time));
    return report;
}

LifeReport ofTaker(LifeReport report, const std::optional<WallTime>& since)
{
    if (report.life == Life::Alive && report.startedAt && since
        && *report.startedAt >= *since + kClocksDiffer) {
        report.life = Life::Gone;
        report.reason = report.reason.empty()
            ? std::string(kStartedLater)
            : absl::Substitute(
                trNoop("$0; it was started after the lock was taken", "data"), report.reason);
    }
    return report;
}

LivenessSource::LivenessSource(const config::Deployment& deployment, const Clock& clock)
    : m_command(commandOf(deployment.liveness))
    , m_source(sourceOf(deployment.liveness))
    , m_isOurs(deployment.liveness.ask.has_value())
    , m_within(deployment.liveness.within)
    , m_hidden(m_command.empty() ? std::vector<std::string>() : config::secretVariables(deployment))
    , m_clock(clock)
{ }

bool LivenessSource::canBeAsked(const observe::Holder& holder) const
{
    return isThere() && (holder.host || holder.app);
}

std::optional<LifeReport> LivenessSource::ask(const observe::Holder& holder)
{
    if (!canBeAsked(holder))
        return std::nullopt;
    return ofTaker(answerTo(lifeQuestion(holder)), holder.since);
}

LifeReport LivenessSource::answerTo(const std::string& question)
{
    if (auto known = knownAnswer(question))
        return std::move(*known);
    LifeReport report = askAnew(question);
    const std::scoped_lock lock(m_mutex);
    if (m_known.size() >= kMostKnown)
        m_known.clear();
    m_known[question] = report;
    return report;
}

void LivenessSource::askAll(
    const std::vector<observe::Holder>& holders, const Told& told, std::stop_token stop)
{
    std::map<std::string, std::vector<std::size_t>> byQuestion;
    for (std::size_t i = 0; i < holders.size(); ++i) {
        if (canBeAsked(holders[i]))
            byQuestion[lifeQuestion(holders[i])].push_back(i);
        else
            told(i, std::nullopt);
    }
    using Asked = std::pair<std::string, std::vector<std::size_t>>;
    std::vector<Asked> questions(byQuestion.begin(), byQuestion.end());
    std::ranges::stable_sort(
        questions, std::greater(), [](const Asked& asked) { return asked.second.size(); });
    std::atomic<std::size_t> next = 0;
    std::mutex telling;
    const auto work = [&] {
        for (std::size_t at = next++; at < questions.size() && !stop.stop_requested();
             at = next++) {
            const LifeReport report = answerTo(questions[at].first);
            const std::scoped_lock lock(telling);
            for (const std::size_t i : questions[at].second)
                told(i, ofTaker(report, holders[i].since));
        }
    };
    std::vector<std::jthread> threads; // join before the rest ends
    while (threads.size() < std::min(kAtOnce, questions.size()))
        threads.emplace_back(work);
}

std::optional<LifeReport> LivenessSource::knownAnswer(const std::string& question) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_known.find(question);
    return known != m_known.end() && m_clock.now() - known->second.at < kKept
        ? std::optional(known->second)
        : std::nullopt;
}

LifeReport LivenessSource::askAnew(const std::string& question) const
{
    const auto answer = runProgram(m_command, question, m_within, m_hidden);
    LifeReport report
        = answer ? parseLife(*answer, m_clock.now()) : LifeReport{.at = m_clock.now()};
    if (!answer && m_isOurs && answer.error().kind == ErrorClass::Timeout)
        report.reason = trNoop("there was no answer in time", "data");
    else if (!answer)
        report.reason = answer.error().text;
    if (report.source.empty())
        report.source = m_source;
    return report;
}

} // namespace lockkeeper::release
