// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/entry_votes.h"

#include "core/config/quorum.h"
#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// For delays on both sides and the server's clock.
constexpr milliseconds kRenewalJump{300};

constexpr std::uint32_t kMostRenewals = (1U << 20U) - 1;
constexpr std::uint32_t kMostSteady = 15;

bool isSameLevel(std::uint32_t a, std::uint32_t b)
{
    return std::max(a, b) - std::min(a, b) <= 1;
}

void notePeak(LockEntry& entry, const Vote& now)
{
    if (!now.token || !now.ttl)
        return;
    if (now.token != entry.votes.latestToken() || now.ttl > entry.peakTtl.value())
        entry.peakTtl = CompactTtl(*now.ttl);
}

/// As masters' TTLs differ, one renewal may raise the majority's TTL several times.
void noteRenewal(Renewals& renewals, milliseconds ttl, SteadyTime at)
{
    const std::uint32_t level = Renewals::levelOf(ttl);
    if (renewals.count > 0 && isSameLevel(renewals.level, level)) {
        const auto least
            = std::max(kRenewalJump, duration_cast<milliseconds>(renewals.interval) / 4);
        if (at - renewals.last < least)
            return;
        const auto before = duration_cast<milliseconds>(renewals.interval);
        const auto interval = duration_cast<milliseconds>(at - renewals.last);
        const bool isSteady
            = before.count() > 0 && 4 * std::chrono::abs(interval - before) <= before;
        const bool isException = !isSteady && renewals.steady > 0;
        renewals.steady = isSteady ? std::min(renewals.steady + 1U, kMostSteady) & kMostSteady
                                   : renewals.steady / 2U & kMostSteady;
        if (!isException)
            renewals.interval = duration_cast<decltype(renewals.interval)>(interval);
    } else {
        renewals.steady = 0;
        renewals.interval = {};
    }
    renewals.level = level & 0xFFU;
    renewals.count = std::min(renewals.count + 1U, kMostRenewals) & kMostRenewals;
    renewals.last = at;
}

/// The votes show whether a quorum stores the token. Otherwise a longer TTL may be an attempt to
/// extend, soon repeated.
bool isQuorumClear(const Votes& votes, const Fingerprint& token)
{
    const std::size_t held = votesFor(votes, token);
    std::size_t silent = 0;
    for (std::size_t i = 0; i < votes.size(); ++i)
        silent += isAnswer(votes.cell(i).state) ? 0 : 1;
    const std::size_t quorum = quorumOf(votes.size());
    return held >= quorum || held + silent < quorum;
}

/// The quorum-th longest TTL, or the shortest of fewer.
std::optional<milliseconds> ttlOfMajority(
    const Votes& votes, const Fingerprint& token, SteadyTime now)
{
    MasterValues<milliseconds> left;
    for (const Votes::Cell& cell : votes.held()) {
        if (votes.token(cell.token) != token)
            continue;
        const auto age = duration_cast<milliseconds>(now - cell.readAt);
        left.push_back(cell.ttl ? *cell.ttl - age : milliseconds::max());
    }
    const auto ttl = quorumth(left, std::min(quorumOf(votes.size()), left.size()));
    return ttl == milliseconds::max() ? std::nullopt : ttl;
}

/// Votes keep only shorter TTLs: a longer one seems to grow.
constexpr std::chrono::years kTooLong{30};

bool isProlonged(const Votes::Cell& before, const Vote& now)
{
    if (!before.ttl || !now.ttl || *now.ttl >= kTooLong)
        return false;
    const milliseconds left = *before.ttl - duration_cast<milliseconds>(now.readAt - before.readAt);
    return *now.ttl > left + kRenewalJump;
}

} // namespace

bool setVote(LockEntry& entry, std::size_t master, const Vote& vote, const ValueMark& mark)
{
    const Votes::Cell before = entry.votes.cell(master);
    const bool isSameToken = before.state == VoteState::Held && vote.token
        && entry.votes.token(before.token) == *vote.token;
    const bool isChange = before.state != vote.state || (vote.token && !isSameToken);
    notePeak(entry, vote);
    // The increase that completes the majority is the renewal.
    const bool mayBeRenewal
        = isSameToken && isProlonged(before, vote) && isQuorumClear(entry.votes, *vote.token);
    const auto left
        = mayBeRenewal ? ttlOfMajority(entry.votes, *vote.token, vote.readAt) : std::nullopt;
    const auto marked = entry.votes.latestToken();
    entry.votes.set(master, vote);
    const auto leftNow = left ? ttlOfMajority(entry.votes, *vote.token, vote.readAt) : std::nullopt;
    if (leftNow && *leftNow > *left + kRenewalJump)
        noteRenewal(entry.renewals, *leftNow, vote.readAt);
    if (entry.votes.latestToken() != marked)
        entry.mark = {};
    if (vote.token && vote.token == entry.votes.latestToken())
        entry.mark = mark;
    if (isChange)
        entry.isSettled = entry.votes.isUnanimous();
    return isChange;
}

void keepRival(LockEntry& entry, RivalToken rival)
{
    entry.rivals.edit([&rival](std::vector<RivalToken>& rivals) {
        std::erase_if(rivals, [&](const RivalToken& one) { return one.token == rival.token; });
        rivals.push_back(std::move(rival));
    });
}

void dropRivals(LockEntry& entry)
{
    if (entry.rivals->empty())
        return;
    const std::vector<Fingerprint> stored = entry.tokens();
    entry.rivals.edit([&](std::vector<RivalToken>& rivals) {
        std::erase_if(rivals, [&](const RivalToken& one) {
            return std::ranges::find(stored, one.token) == stored.end();
        });
    });
}

Error somethingElse()
{
    return {ErrorClass::WrongType, trNoop("stores something else under this name", "data"), {}};
}

bool storesSomethingElse(const Votes& votes, std::size_t master)
{
    return votes.cell(master).state == VoteState::Free && votes.hasErrors() && votes[master].error;
}

void denyHeldVotes(Votes& votes)
{
    for (const Votes::Cell& cell : votes.held())
        votes.set(cell.master,
            {.state = VoteState::Free, .readAt = cell.readAt, .error = somethingElse()});
}

} // namespace lockkeeper::observe
