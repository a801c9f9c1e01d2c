// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/votes/votes.h"

#include <algorithm>

namespace lockkeeper::observe {

Votes::Votes(MasterIds masters)
    : m_masters(std::move(masters))
    , m_cells(m_masters->size())
{ }

Votes::Votes(const std::vector<Vote>& votes)
{
    auto masters = std::make_shared<std::vector<MasterId>>();
    for (const Vote& vote : votes)
        masters->push_back(vote.master);
    m_masters = std::move(masters);
    m_cells.resize(votes.size());
    for (std::size_t i = 0; i < votes.size(); ++i)
        set(i, votes[i]);
}

Vote Votes::operator[](std::size_t master) const
{
    const Cell found = cell(master);
    Vote vote{.master = (*m_masters)[master],
        .state = found.state,
        .token = {},
        .ttl = found.ttl,
        .readAt = found.readAt,
        .error = {}};
    if (found.state == VoteState::Held && m_firstToken)
        vote.token = token(found.token);
    if (master < m_rare->errors.size())
        vote.error = m_rare->errors[master] ? std::optional(*m_rare->errors[master]) : std::nullopt;
    return vote;
}

void Votes::set(std::size_t master, const Vote& vote)
{
    constexpr auto kLongestTtl = static_cast<std::int64_t>(Packed::kForever - 1);
    Packed packed;
    packed.setState(vote.state);
    packed.setReadAt(vote.readAt);
    packed.setTtl(Packed::kForever);
    if (vote.ttl)
        packed.setTtl(static_cast<std::uint64_t>(
            std::clamp<std::int64_t>(vote.ttl->count(), 0, kLongestTtl)));
    const Fingerprint* const stored = storedToken(master);
    const bool isSameToken = stored != nullptr && vote.token == *stored;
    packed.setHasStored(
        isAnswer(vote.state) && (isLost(master) || (isSameToken && hasLostBefore(master))));
    packed.setRemoved(vote.state != VoteState::Held && !isLost(master)
        && (heldUntil(master) || m_cells[master].isRemoved()));
    m_cells[master].setState(VoteState::Free);
    if (vote.state == VoteState::Held && vote.token)
        packed.setToken(indexFor(*vote.token));
    m_cells[master] = packed;
    if (!m_rare->moreTokens.empty())
        dropUnusedTokens();
    setError(master, vote.error ? std::make_shared<const Error>(*vote.error) : nullptr);
}

void Votes::setFailed(std::size_t master, VoteState state, ErrorPtr error)
{
    Packed& cell = m_cells[master];
    if (isAnswer(cell.state()))
        cell.setHasStored(cell.state() == VoteState::Held);
    cell.setState(state);
    setError(master, std::move(error));
}

void Votes::dropStored(std::size_t master) noexcept
{
    if (m_cells[master].hasFailedHolding())
        m_cells[master].setHasStored(false);
}

std::optional<SteadyTime> Votes::storesUntil(std::size_t master) const noexcept
{
    return m_cells[master].hasFailedHolding() ? heldUntil(master) : std::nullopt;
}

std::optional<SteadyTime> Votes::heldUntil(std::size_t master) const noexcept
{
    const Packed& cell = m_cells[master];
    if (cell.state() != VoteState::Held && !cell.hasFailedHolding())
        return std::nullopt;
    return cell.ttl() == Packed::kForever
        ? SteadyTime::max()
        : deadlineAfter(cell.readAt(), std::chrono::milliseconds(cell.ttl()));
}

const Fingerprint* Votes::storedToken(std::size_t master) const noexcept
{
    const Packed& cell = m_cells[master];
    const bool hasStored = cell.state() == VoteState::Held || cell.hasFailedHolding();
    return hasStored && cell.token() < tokenCount() ? &token(cell.token()) : nullptr;
}

void Votes::setLost(std::size_t master, bool isLost) noexcept
{
    const VoteState state = m_cells[master].state();
    if (isAnswer(state))
        m_cells[master].setHasStored(isLost);
    if (state == VoteState::Free)
        m_cells[master].setRemoved(!isLost);
}

bool Votes::isLost(std::size_t master) const noexcept
{
    return m_cells[master].state() == VoteState::Free && hasLostBefore(master);
}

bool Votes::hasLostBefore(std::size_t master) const noexcept
{
    const Packed& cell = m_cells[master];
    return cell.hasStored() && !cell.hasFailedHolding();
}

std::size_t Votes::votesFor(std::size_t token) const noexcept
{
    std::size_t count = 0;
    for (const Packed& cell : m_cells)
        count += cell.state() == VoteState::Held && cell.token() == token ? 1 : 0;
    return count;
}

std::size_t Votes::failedFor(std::size_t token) const noexcept
{
    std::size_t count = 0;
    for (const Packed& cell : m_cells)
        count += cell.hasFailedHolding() && cell.token() == token ? 1 : 0;
    return count;
}

std::size_t Votes::rememberedFor(std::size_t token) const noexcept
{
    std::size_t count = failedFor(token);
    for (std::size_t i = 0; i < m_rare->errors.size(); ++i) {
        const ErrorPtr& error = m_rare->errors[i];
        const bool isReplica = error && error->kind == ErrorClass::ReadOnly;
        count -= isReplica && m_cells[i].hasFailedHolding() && m_cells[i].token() == token ? 1 : 0;
    }
    return count;
}

std::optional<std::size_t> Votes::mostFailedToken() const noexcept
{
    std::optional<std::size_t> found;
    std::size_t most = 0;
    for (std::size_t i = 0; i < tokenCount(); ++i) {
        const std::size_t failed = failedFor(i);
        if (failed > most || (found && failed == most && token(i) < token(*found))) {
            found = i;
            most = failed;
        }
    }
    return found;
}

bool Votes::mayBeStored(SteadyTime now) const noexcept
{
    for (std::size_t i = 0; i < size(); ++i) {
        const auto until = storesUntil(i);
        if (until && *until > now)
            return true;
    }
    return false;
}

bool Votes::isEndless() const noexcept
{
    return std::ranges::any_of(m_cells, [](const Packed& cell) {
        return cell.state() == VoteState::Held && cell.ttl() == Packed::kForever;
    });
}

bool Votes::isEndlessWith(std::size_t master, const Vote& vote) const noexcept
{
    if (vote.state == VoteState::Held && !vote.ttl)
        return true;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (i != master && m_cells[i].state() == VoteState::Held
            && m_cells[i].ttl() == Packed::kForever)
            return true;
    }
    return false;
}

bool Votes::isUnanimous() const noexcept
{
    const Packed* first = nullptr;
    for (const Packed& vote : m_cells) {
        if (!isAnswer(vote.state()))
            continue;
        if (first == nullptr)
            first = &vote;
        else if (vote.state() != first->state()
            || (vote.state() == VoteState::Held && vote.token() != first->token()))
            return false;
    }
    return true;
}

bool isSameButForTime(const Votes& votes, const Votes& other)
{
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const Votes::Cell a = votes.cell(i);
        const Votes::Cell b = other.cell(i);
        if (a.state != b.state || a.ttl.has_value() != b.ttl.has_value())
            return false;
        if (a.state == VoteState::Held && votes.token(a.token) != other.token(b.token))
            return false;
        if (!isAnswer(a.state) && votes[i].error != other[i].error)
            return false;
    }
    return true;
}

void Votes::push_back(const Vote& vote)
{
    auto masters = m_masters ? *m_masters : std::vector<MasterId>();
    masters.push_back(vote.master);
    m_masters = std::make_shared<std::vector<MasterId>>(std::move(masters));
    m_cells.emplace_back();
    set(m_cells.size() - 1, vote);
}

std::size_t Votes::indexFor(const Fingerprint& wanted)
{
    const std::size_t count = tokenCount();
    for (std::size_t i = 0; i < count; ++i) {
        if (token(i) == wanted)
            return i;
    }
    for (Packed& cell : m_cells)
        cell.setRemoved(false);
    if (count <= 1 && !isUsed(0)) {
        for (Packed& cell : m_cells)
            cell.setToken(Packed::kForgotten);
        m_firstToken = wanted;
        return 0;
    }
    m_rare.edit([&](Rare& rare) { rare.moreTokens.push_back(wanted); });
    return count;
}

bool Votes::isUsed(std::size_t token) const noexcept
{
    return std::ranges::any_of(m_cells, [&](const Packed& cell) {
        return (cell.state() == VoteState::Held || cell.hasFailedHolding())
            && cell.token() == token;
    });
}

/// Drops tokens without votes that no failed master stored; keeps one.
void Votes::dropUnusedTokens()
{
    std::vector<Fingerprint> kept;
    std::vector<std::size_t> newIndex(tokenCount(), Packed::kForgotten);
    const auto keep = [&](std::size_t index) {
        newIndex[index] = kept.size();
        kept.push_back(token(index));
    };
    for (std::size_t i = 0; i < newIndex.size(); ++i) {
        if (isUsed(i))
            keep(i);
    }
    if (kept.empty())
        keep(0);
    if (kept.size() == newIndex.size())
        return;
    // A failed master's token may be dropped already.
    for (Packed& cell : m_cells)
        cell.setToken(cell.token() < newIndex.size() ? newIndex[cell.token()] : Packed::kForgotten);
    m_firstToken = kept.front();
    kept.erase(kept.begin());
    m_rare.edit([&](Rare& rare) { rare.moreTokens = std::move(kept); });
}

void Votes::setError(std::size_t master, ErrorPtr error)
{
    if (!error && m_rare->errors.empty())
        return;
    m_rare.edit([&](Rare& rare) {
        rare.errors.resize(m_cells.size());
        rare.errors[master] = std::move(error);
        const auto isNone = [](const ErrorPtr& kept) { return kept == nullptr; };
        if (std::ranges::all_of(rare.errors, isNone))
            rare.errors.clear();
    });
}

bool operator==(const Votes& a, const Votes& b)
{
    return std::ranges::equal(a, b);
}

} // namespace lockkeeper::observe
