// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/lab_words.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::words {
namespace {

using absl::Substitute;

/// Empty: nobody tried to sell.
std::string soldText(const lab::Ruling& ruling)
{
    if (ruling.sold == 0 && ruling.refused == 0)
        return {};
    const std::string sold = Substitute(tr("sold $0 of $1"), ruling.sold, lab::kStock);
    return ruling.refused == 0 ? sold
                               : Substitute(tr("$0, $1 refused by the till"), sold, ruling.refused);
}

std::string masterMoveText(const lab::Deed& deed)
{
    using Kind = lab::Deed::Kind;
    switch (deed.kind) {
    case Kind::Pause:
        return tr("is stopped", "a master");
    case Kind::Resume:
        return tr("answers again", "a master");
    case Kind::Kill:
        return tr("is killed", "a master");
    case Kind::StartEmpty:
        return tr("starts empty", "a master");
    case Kind::StartWithData:
        return tr("starts with its data", "a master");
    case Kind::Far:
        return tr("is far away now", "a master");
    case Kind::Near:
        return tr("is near again", "a master");
    case Kind::SetAhead:
        return deed.amount == 0 ? tr("has the right time again", "a master")
            : deed.amount < 0   ? tr("has its clock set back", "a master")
                                : tr("has its clock set ahead", "a master");
    case Kind::FallBehind:
        return tr("is no longer replicated", "a master");
    case Kind::FailOver:
        return tr("fails over", "a master");
    default:
        return {};
    }
}

std::string contenderMoveText(const lab::Deed& deed)
{
    using Kind = lab::Deed::Kind;
    const std::string master(1, deed.master);
    switch (deed.kind) {
    case Kind::Take:
        return tr("tries to take it", "a contender, the lock");
    case Kind::Pause:
        return tr("is paused", "a contender");
    case Kind::Resume:
        return tr("goes on", "a contender");
    case Kind::Kill:
        return tr("is killed", "a contender");
    case Kind::Leave:
        return tr("leaves it: neither renewed nor released", "a contender, the lock");
    case Kind::HoldAt:
        return tr("its release will be held up", "a contender");
    case Kind::GoOn:
        return tr("its release may arrive", "a contender");
    case Kind::CutOff:
        return Substitute(tr("does not reach $0", "a contender"), master);
    case Kind::Reach:
        return Substitute(tr("reaches $0 again", "a contender"), master);
    case Kind::Fill:
        return tr("the till is full again");
    default:
        return {};
    }
}

std::string outcomeText(const lab::Outcome& outcome)
{
    std::string text = outcome.isTwo ? tr("two hold the lock at once")
        : outcome.isStuck            ? tr("nobody gets the lock any more")
                                     : tr("nobody holds the lock beside another");
    if (outcome.sold)
        text += Substitute(tr(", sold $0 of $1"), *outcome.sold, lab::kStock);
    if (outcome.isWaiting)
        text += *outcome.isWaiting ? tr(", somebody still waits at the end")
                                   : tr(", nobody waits at the end");
    return text;
}

} // namespace

std::string runTimeText(std::chrono::milliseconds time)
{
    return time < std::chrono::seconds(1) ? Substitute(tr("$0 ms"), time.count())
                                          : durationText(time);
}

std::string rulingText(const lab::Ruling& ruling, const lab::Outcome& feared)
{
    const std::string sold = soldText(ruling);
    const auto withSold = [&](const std::string& text) {
        return sold.empty() ? Substitute(tr("$0.", "a sentence"), text)
                            : Substitute(tr("$0: $1.", "a sentence"), text, sold);
    };
    if (ruling.outcome.isTwo)
        return withSold(
            Substitute(tr("Two held the lock at once for $0"), runTimeText(ruling.overlapTime())));
    if (ruling.outcome.isStuck)
        return withSold(tr("Nobody gets the lock any more, and nobody has it"));
    if (ruling.sold > lab::kStock)
        return withSold(tr("Nobody held the lock beside another, and yet"));
    if (ruling.isHarm(feared))
        return withSold(tr("Somebody waits for the lock, and does not get it"));
    return withSold(feared.isStuck ? tr("The lock did not stay stuck")
            : feared.isWaiting.value_or(false) && !ruling.outcome.isWaiting.value_or(true)
            ? tr("Nobody is left waiting")
            : tr("Nobody held the lock beside another"));
}

std::string eventText(const lab::Event& event, const lab::Scene& scene)
{
    using Kind = lab::Event::Kind;
    switch (event.kind) {
    case Kind::Moved: {
        const lab::Deed& deed = scene.moves[event.move].deed;
        return deed.isOfMaster() ? masterMoveText(deed) : contenderMoveText(deed);
    }
    case Kind::Refused:
        return tr("is refused, and waits", "a contender");
    case Kind::Took:
        return Substitute(
            tr("takes it: $0 of $1", "the lock, masters"), event.votes, scene.masters.size());
    case Kind::Freed:
        return tr("releases it", "the lock");
    case Kind::Over:
        return tr("does not hold it any more", "the lock");
    case Kind::FreedAnothers:
        return Substitute(tr("frees the lock of $0"), std::string(1, event.other));
    case Kind::Sold:
        return event.amount == 0 ? std::string(tr("finds nothing to sell"))
                                 : Substitute(tr("sells $0"), event.amount);
    case Kind::SaleRefused:
        return tr("is refused by the till");
    }
    return {};
}

std::string mispredictionText(const lab::Outcome& seen, const lab::Outcome& predicted)
{
    lab::Outcome asked = seen;
    if (!predicted.sold)
        asked.sold.reset();
    if (!predicted.isWaiting)
        asked.isWaiting.reset();
    return Substitute(tr("that was not predicted: $0. Predicted was: $1"), outcomeText(asked),
        outcomeText(predicted));
}

std::string variantText(const lab::Variant& variant)
{
    std::string text = variant.masters == 1
        ? Substitute(tr("$0 on one master"), variant.scheme)
        : Substitute(tr("$0 on $1 masters"), variant.scheme, variant.masters);
    if (variant.hasReplica)
        text += tr(", with a replica", "a lock");
    if (!variant.value.empty())
        text += Substitute(
            tr(", always with the value $0", "a lock"), displaySafe(variant.value, 32));
    if (variant.isRenewed)
        text += variant.longest > 0 ? tr(", renewed for a limited time", "a lock")
                                    : tr(", renewed", "a lock");
    if (variant.polling > 0)
        text += variant.jitter > 0 ? tr(", tried again after random times", "a lock")
                                   : tr(", tried again after the same time", "a lock");
    if (variant.isReentrant)
        text += tr(", re-entrant", "a lock");
    if (variant.isGivingUp)
        text += tr(", given up in a deadlock", "a lock");
    if (variant.isFenced)
        text += tr(", with fencing", "a lock");
    if (variant.quarantine == config::RestartQuarantine::Off)
        text += tr(", without quarantine", "a lock");
    if (variant.quarantine == config::RestartQuarantine::Always)
        text += tr(", with quarantine", "a lock");
    return text;
}

} // namespace lockkeeper::words
