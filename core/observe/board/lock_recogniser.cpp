// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/lock_recogniser.h"

namespace lockkeeper::observe {
namespace {

ValueMark markOf(const KeyReading& reading)
{
    const bool isMarkable = reading.type == ValueType::String && !reading.isTooLong;
    return isMarkable ? ValueMark(reading.value) : ValueMark();
}

std::optional<Fingerprint> tokenOf(
    const KeyReading& reading, const ValueMark& mark, const LockEntry* known)
{
    const bool isKnown = known != nullptr && mark != ValueMark() && mark == known->mark;
    return isKnown ? known->votes.latestToken() : reading.fingerprint();
}

} // namespace

std::optional<PackedLock> LockRecogniser::decode(const KeyReading& reading) const
{
    auto found = m_formats.match(reading, m_clock.wallNow());
    if (!found)
        return std::nullopt;
    return PackedLock(std::move(found->format), std::move(found->lock));
}

LockRecogniser::Ballot LockRecogniser::ballotOf(
    const KeyReading& reading, const LockEntry* known) const
{
    Ballot ballot{
        .vote = {.state = VoteState::Free, .readAt = reading.readAt}, .mark = markOf(reading)};
    if (reading.type == ValueType::None)
        return ballot;
    const bool isForeign = known != nullptr && reading.type != known->type
        && !m_formats.match(reading, m_clock.wallNow());
    const auto token = isForeign ? std::nullopt : tokenOf(reading, ballot.mark, known);
    if (token) {
        ballot.vote.state = VoteState::Held;
        ballot.vote.token = token;
        ballot.vote.ttl = reading.ttl;
    } else {
        ballot.vote.error
            = Error{ErrorClass::WrongType, "stores something else under this name", {}};
    }
    return ballot;
}

bool LockRecogniser::isOvergrown(const LockEntry& known, const KeyReading& reading)
{
    return reading.isTooLong && reading.type == known.type && reading.type != ValueType::String;
}

} // namespace lockkeeper::observe
