// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/play.h"

#include "app/lab/stage.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::lab {
namespace {

using absl::Substitute;
using std::chrono::milliseconds;

/// How long a step's condition may take to come true, in TTLs, unless the step says it.
constexpr double kPatience = 20;
/// TTLs of whole seconds are longer than a fast experiment's.
constexpr std::chrono::seconds kLeastPatience{5};

milliseconds times(milliseconds ttl, double factor)
{
    return std::chrono::duration_cast<milliseconds>(
        std::chrono::duration<double, std::milli>(static_cast<double>(ttl.count()) * factor));
}

Error missed(const Step& step)
{
    return {ErrorClass::System,
        Substitute(trNoop("line $0: what this step waits for did not come true: $1", "data"),
            step.line, step.say)};
}

/// Waits for one step. True: its condition came true.
Result<bool> awaitStep(Stage& stage, const Step& step, milliseconds ttl)
{
    bool isTrue = true;
    if (!step.when.empty()) {
        const milliseconds patience = step.patience
            ? times(ttl, *step.patience)
            : std::max<milliseconds>(times(ttl, kPatience), kLeastPatience);
        isTrue = stage.await(step.when, BootClock::now() + patience);
    }
    if (auto failure = stage.failure())
        return tl::make_unexpected(std::move(*failure));
    if (!isTrue && !step.patience)
        return tl::make_unexpected(missed(step));
    if (step.after > 0) {
        (void)stage.await({}, BootClock::now() + times(ttl, step.after));
        if (auto failure = stage.failure())
            return tl::make_unexpected(std::move(*failure));
    }
    return isTrue;
}

} // namespace

milliseconds ttlAt(Speed speed) noexcept
{
    switch (speed) {
    case Speed::Slow:
        return std::chrono::seconds(9);
    case Speed::Real:
        break;
    case Speed::Fast:
        return milliseconds(250);
    }
    return std::chrono::seconds(3);
}

Result<Played> play(
    const Experiment& experiment, const Variant& variant, const PlayOptions& options)
{
    const milliseconds ttl = ttlAt(options.speed);
    auto stage = Stage::start({variant, experiment.contenders, ttl});
    if (!stage)
        return tl::make_unexpected(std::move(stage.error()));
    const SteadyTime start = (*stage)->recording().start;
    std::vector<Reached> reached;
    for (std::size_t i = 0; i < experiment.steps.size(); ++i) {
        const Step& step = experiment.steps[i];
        const auto isTrue = awaitStep(**stage, step, ttl);
        if (!isTrue)
            return tl::make_unexpected(isTrue.error());
        if (options.stop.stop_requested())
            return fail(ErrorClass::InvalidArgument, trNoop("stopped", "data"));
        reached.push_back({i, BootClock::now(), !*isTrue});
        if (options.onStep)
            options.onStep(
                step, std::chrono::duration_cast<milliseconds>(reached.back().at - start));
        if (auto done = (*stage)->perform(step.deed); !done)
            return tl::make_unexpected(std::move(done.error()));
    }
    Played played{.recording = (*stage)->recording(), .ruling = {}};
    played.recording.steps = std::move(reached);
    played.ruling = judge(played.recording, variant.masters);
    played.isAsPredicted = variant.outcome.isMetBy(played.ruling.outcome);
    return played;
}

} // namespace lockkeeper::lab
