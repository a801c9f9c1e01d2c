// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/enum_names.h"
#include "core/observe/formats/holder.h"

#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <vector>

namespace lockkeeper::release {

/// What a deployment's own source says about a holder.
enum class Life {
    Unknown,
    Alive,
    Gone, ///< nothing of that name lives
};
constexpr auto enumNames(Life /*of*/) noexcept
{
    return std::array{"unknown", "alive", "gone"};
}

/// Raw: use displaySafe() to show it.
struct LifeReport {
    Life life = Life::Unknown;
    std::string source{}; ///< "Kubernetes"
    std::string reason{}; ///< "pod worker-7f ended 02:58"
    std::optional<WallTime> startedAt{}; ///< (Alive) of what has the name
    SteadyTime at{};

    friend bool operator==(const LifeReport&, const LifeReport&) = default;
};

/// The program's question: docs/deployments.md, "Is it alive?". Locks of a holder share it.
[[nodiscard]] std::string lifeQuestion(const observe::Holder& holder);

/// Other text is Unknown with a reason.
[[nodiscard]] LifeReport parseLife(std::string_view answer, SteadyTime at);

/// Turns Alive into Gone if the process started a minute or more after `since`: it only has the
/// same name. Clocks differ by less.
[[nodiscard]] LifeReport ofTaker(LifeReport report, const std::optional<WallTime>& since);

/// A shipped program for /bin/sh.
[[nodiscard]] const char* aliveScript(config::Liveness::Ask ask);

/// Asks a deployment's program about holders; keeps answers for kKept. Thread-safe.
class LivenessSource {
public:
    static constexpr std::chrono::seconds kKept{5};

    /// The program does not get config::secretVariables().
    LivenessSource(const config::Deployment& deployment, const Clock& clock LK_LIFETIME_BOUND);

    [[nodiscard]] bool isThere() const noexcept { return !m_command.empty(); }

    /// Needs a program, and the holder's host or app.
    [[nodiscard]] bool canBeAsked(const observe::Holder& holder) const;

    /// Blocks up to the time limit; failure is Unknown. nullopt unless canBeAsked().
    [[nodiscard]] std::optional<LifeReport> ask(const observe::Holder& holder);

    using Told = std::function<void(std::size_t index, const std::optional<LifeReport>& said)>;
    /// Asks kAtOnce at a time, frequent holders first. Calls `told` once per holder, one at a time,
    /// on any thread. A stop request skips the rest.
    void askAll(
        const std::vector<observe::Holder>& holders, const Told& told, std::stop_token stop = {});
    static constexpr std::size_t kAtOnce = 8;

private:
    [[nodiscard]] LifeReport answerTo(const std::string& question);
    [[nodiscard]] std::optional<LifeReport> knownAnswer(const std::string& question) const;
    [[nodiscard]] LifeReport askAnew(const std::string& question) const;

    const std::vector<std::string> m_command;
    const std::string m_source;
    const bool m_isOurs;
    const std::chrono::milliseconds m_within;
    const std::vector<std::string> m_hidden;
    const Clock& m_clock;
    mutable std::mutex m_mutex;
    std::map<std::string, LifeReport, std::less<>> m_known;
};

} // namespace lockkeeper::release
