// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/freed.h"

#include "core/release/report.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

/// Clocks differ, and the watcher sees ends later.
constexpr std::chrono::seconds kTolerance{10};

bool hasFreed(const release::Deed& deed)
{
    return deed.result && !deed.intent.isForPart()
        && std::ranges::any_of(deed.result->outcomes, [](const release::JournalOutcome& outcome) {
               return outcome.result == nameOf(release::MasterResult::Released)
                   || outcome.result == nameOf(release::MasterResult::Revoked);
           });
}

bool hasEnded(const release::Deed& deed, const history::Interval& interval)
{
    const release::JournalIntent& intent = deed.intent;
    if (!interval.endedAt || !intent.time || !hasFreed(deed)
        || intent.resource != interval.resource.value() || intent.tokenSha1 != interval.token.hex())
        return false;
    // A repeated value may belong to another ownership.
    const WallTime last = deed.result->time.value_or(*intent.time);
    return *interval.endedAt >= *intent.time - kTolerance && *interval.endedAt <= last + kTolerance;
}

} // namespace

void noteWhoFreed(std::span<history::Interval> intervals, const std::vector<release::Deed>& deeds)
{
    for (history::Interval& interval : intervals) {
        const auto deed = std::ranges::find_if(
            deeds, [&](const release::Deed& one) { return hasEnded(one, interval); });
        if (deed != deeds.end())
            interval.freedBy = deed->intent.osUser.empty() ? "?" : deed->intent.osUser;
    }
}

std::vector<release::Deed> deedsIn(const std::filesystem::path& journal)
{
    const auto entries = release::readJournal(journal);
    return entries ? release::deedsOf(*entries).deeds : std::vector<release::Deed>();
}

} // namespace lockkeeper::output
