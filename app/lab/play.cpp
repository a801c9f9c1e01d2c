// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/play.h"

#include "app/lab/stage.h"
#include "core/files/system_error.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <system_error>

namespace lockkeeper::lab {
namespace {

using absl::Substitute;
using std::chrono::milliseconds;

constexpr double kPatience = 20;
/// Some TTLs are whole seconds even in fast experiments.
constexpr std::chrono::seconds kLeastPatience{5};
constexpr milliseconds kLook{40};
constexpr milliseconds kLongestStall{250};

milliseconds times(milliseconds ttl, double factor)
{
    return std::chrono::duration_cast<milliseconds>(
        std::chrono::duration<double, std::milli>(static_cast<double>(ttl.count()) * factor));
}

Error missed(const Experiment& experiment, const Step& step)
{
    return {ErrorClass::System,
        Substitute(trNoop("experiment $0, line $1: what this step waits for did not come true: $2",
                       "data"),
            experiment.name, step.line, step.say)};
}

class Run {
public:
    Run(Stage& stage, const Experiment& experiment, milliseconds ttl, const RunOptions& options)
        : m_stage(stage)
        , m_experiment(experiment)
        , m_options(options)
        , m_ttl(ttl)
        , m_start(stage.recording().start)
    { }

    [[nodiscard]] Result<Recording> play();

private:
    [[nodiscard]] Result<bool> waitFor(const std::vector<Condition>& conditions, SteadyTime until);
    [[nodiscard]] Result<bool> awaitStep(const Step& step);
    [[nodiscard]] Recording seen();

    Stage& m_stage;
    const Experiment& m_experiment;
    const RunOptions& m_options;
    milliseconds m_ttl;
    SteadyTime m_start;
    std::vector<Reached> m_reached;
};

Recording Run::seen()
{
    Recording recording = m_stage.recording();
    recording.steps = m_reached;
    return recording;
}

Result<bool> Run::waitFor(const std::vector<Condition>& conditions, SteadyTime until)
{
    for (;;) {
        const SteadyTime look = std::min(until, BootClock::now() + kLook);
        const bool isTrue = m_stage.await(conditions, look);
        // A referee can't rule on what it did not see.
        if (const auto late = BootClock::now() - look; late > std::max(m_ttl / 5, kLongestStall))
            return fail(ErrorClass::System,
                Substitute(trNoop("this program stood still for $0 ms: nothing is ruled", "data"),
                    std::chrono::duration_cast<milliseconds>(late).count()));
        if (m_options.onLook)
            m_options.onLook(seen());
        if (auto failure = m_stage.failure())
            return tl::make_unexpected(std::move(*failure));
        if (m_options.isCancelled && m_options.isCancelled())
            return fail(ErrorClass::InvalidArgument, trNoop("stopped", "data"));
        if (isTrue || BootClock::now() >= until)
            return isTrue;
    }
}

Result<bool> Run::awaitStep(const Step& step)
{
    bool isTrue = true;
    if (!step.when.empty()) {
        const milliseconds patience = step.patience
            ? times(m_ttl, *step.patience)
            : std::max<milliseconds>(times(m_ttl, kPatience), kLeastPatience);
        const auto waited = waitFor(step.when, BootClock::now() + patience);
        if (!waited)
            return waited;
        isTrue = *waited;
    }
    if (!isTrue && !step.patience)
        return tl::make_unexpected(missed(m_experiment, step));
    if (step.after > 0) {
        if (auto waited = waitFor({}, BootClock::now() + times(m_ttl, step.after)); !waited)
            return waited;
    }
    return isTrue;
}

Result<Recording> Run::play()
{
    for (std::size_t i = 0; i < m_experiment.steps.size(); ++i) {
        const Step& step = m_experiment.steps[i];
        const auto isTrue = awaitStep(step);
        if (!isTrue)
            return tl::make_unexpected(isTrue.error());
        m_reached.push_back({i, BootClock::now(), !*isTrue});
        if (m_options.onStep)
            m_options.onStep(
                step, std::chrono::duration_cast<milliseconds>(m_reached.back().at - m_start));
        if (auto done = m_stage.perform(step.deed); !done) {
            Error error = std::move(done.error());
            error.text = Substitute(trNoop("experiment $0, line $1: $2", "data"), m_experiment.name,
                step.line, error.text);
            return tl::make_unexpected(std::move(error));
        }
        if (step.deed.kind == Deed::Kind::End)
            break;
    }
    return seen();
}

Result<Played> playOnStage(
    const Experiment& experiment, const Variant& variant, const RunOptions& options)
{
    const milliseconds ttl = ttlAt(options.speed, variant);
    const auto masters = [&](Deed::Kind kind) {
        return std::ranges::any_of(experiment.steps,
            [kind](const Step& step) { return step.deed.isOfMaster() && step.deed.kind == kind; });
    };
    auto stage = Stage::start({.masters = variant.masters,
        .isInZooKeeper = variant.isInZooKeeper(),
        .locks = experiment.locks,
        .hasReplica = variant.hasReplica,
        .areClocksSet = masters(Deed::Kind::SetAhead),
        .isDataKept = masters(Deed::Kind::StartWithData),
        .ttl = ttl});
    if (!stage)
        return tl::make_unexpected(std::move(stage.error()));
    for (std::size_t i = 0; i < experiment.contenders; ++i) {
        const char who = static_cast<char>('A' + i);
        if (auto started = (*stage)->startContender(who, variant, ttl); !started)
            return tl::make_unexpected(std::move(started.error()));
    }
    if (auto here = (*stage)->awaitContenders(); !here)
        return tl::make_unexpected(std::move(here.error()));
    (*stage)->begin();
    if (options.onStart)
        options.onStart((*stage)->urls());
    auto recording = Run(**stage, experiment, ttl, options).play();
    if (!recording)
        return tl::make_unexpected(std::move(recording.error()));
    Played played{.recording = std::move(*recording), .ruling = {}};
    played.ruling = judge(played.recording, variant.masters);
    played.isAsPredicted = variant.outcome.isMetBy(played.ruling.outcome);
    return played;
}

} // namespace

Result<Played> play(const Experiment& experiment, const Variant& variant, const RunOptions& options)
{
    try {
        return playOnStage(experiment, variant, options);
    } catch (const std::system_error& error) {
        return noThreadError(error);
    }
}

} // namespace lockkeeper::lab
