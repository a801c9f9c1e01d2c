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

/// What a deployment's own source says of a holder.
enum class Life {
    Unknown, ///< it does not know it, or could not be asked
    Alive,
    Gone, ///< nothing of that name lives now
};
constexpr auto enumNames(Life /*of*/) noexcept
{
    return std::array{"unknown", "alive", "gone"};
}

/// An answer. Its texts are the source's: pass them through displaySafe().
struct LifeReport {
    Life life = Life::Unknown;
    std::string source{}; ///< who says so: "Kubernetes"
    std::string reason{}; ///< "pod worker-7f ended 02:58"; empty: none was given
    std::optional<WallTime> startedAt{}; ///< (Alive) of what was found under that name
    SteadyTime at{}; ///< when it was asked

    friend bool operator==(const LifeReport&, const LifeReport&) = default;
};

/// The question as a line of JSON: `{"host", "pid", "app", "detail"}`, null for what the lock's
/// value does not tell. One question is for all locks of a holder. Pure.
[[nodiscard]] std::string lifeQuestion(const observe::Holder& holder);

/// Reads an answer: an object with "state" ("alive", "gone" or "unknown"), and maybe "reason",
/// "source" and "started_unix_ms". Anything else is Unknown, with the reason why it can't be read.
/// Pure.
[[nodiscard]] LifeReport parseLife(std::string_view answer, SteadyTime at);

/// What the report says of who took a lock at `since`. Who was started a minute or more after that
/// is another one, and whoever took the lock is gone: clocks may differ by less. Pure.
[[nodiscard]] LifeReport ofTaker(LifeReport report, const std::optional<WallTime>& since);

/// The text of a program that goes with Lockkeeper, for /bin/sh.
[[nodiscard]] const char* aliveScript(config::Liveness::Ask ask);

/// Asks a deployment's program about holders. Thread-safe.
class LivenessSource {
public:
    /// An answer counts for so long, for all locks of the holder.
    static constexpr std::chrono::seconds kKept{5};

    explicit LivenessSource(const config::Liveness& how, const Clock& clock LK_LIFETIME_BOUND);

    /// False: the deployment names no program, and nothing is ever asked.
    [[nodiscard]] bool isThere() const noexcept { return !m_command.empty(); }

    /// False also if the holder has neither host nor app.
    [[nodiscard]] bool canBeAsked(const observe::Holder& holder) const;

    /// What became of who holds a lock. Nullopt unless canBeAsked(). Blocks until the answer, for
    /// the time limit at most; a failure is Unknown, with its reason.
    [[nodiscard]] std::optional<LifeReport> ask(const observe::Holder& holder);

    /// Called with the index of a holder.
    using Told = std::function<void(std::size_t index, const std::optional<LifeReport>& said)>;
    /// Asks about many, kAtOnce at a time, and first about those who are there most often: they
    /// hold most. Calls `told` once for each, one call at a time, on any thread; after a request to
    /// stop, not for the others. Blocks until all are told.
    void askAll(
        const std::vector<observe::Holder>& holders, const Told& told, std::stop_token stop = {});
    static constexpr std::size_t kAtOnce = 8;

private:
    [[nodiscard]] LifeReport answerTo(const std::string& question);
    [[nodiscard]] std::optional<LifeReport> knownAnswer(const std::string& question) const;
    [[nodiscard]] LifeReport askAnew(const std::string& question) const;

    const std::vector<std::string> m_command;
    const std::string m_source; ///< its name, for an answer that has none
    const bool m_isOurs; ///< the program goes with Lockkeeper
    const std::chrono::milliseconds m_within;
    const Clock& m_clock;
    mutable std::mutex m_mutex;
    std::map<std::string, LifeReport, std::less<>> m_known; ///< by question
};

} // namespace lockkeeper::release
