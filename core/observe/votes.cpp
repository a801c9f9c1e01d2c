// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/votes.h"

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
    if (m_rare && master < m_rare->errors.size())
        vote.error = m_rare->errors[master] ? std::optional(*m_rare->errors[master]) : std::nullopt;
    return vote;
}

Votes::Cell Votes::cell(std::size_t master) const noexcept
{
    const Packed& packed = m_cells[master];
    Cell cell{.state = packed.state(), .token = packed.token(), .ttl = {}, .readAt = packed.readAt};
    if (cell.state == VoteState::Held && packed.ttl() != kForever)
        cell.ttl = std::chrono::milliseconds(packed.ttl());
    return cell;
}

std::size_t Votes::tokenCount() const noexcept
{
    if (!m_firstToken)
        return 0;
    return 1 + (m_rare ? m_rare->moreTokens.size() : 0);
}

const Fingerprint& Votes::token(std::size_t index) const
{
    return index == 0 ? *m_firstToken : m_rare->moreTokens[index - 1];
}

void Votes::set(std::size_t master, const Vote& vote)
{
    constexpr auto kLongest = static_cast<std::int64_t>(kForever - 1);
    Packed packed;
    packed.setState(vote.state);
    packed.readAt = vote.readAt;
    packed.setTtl(kForever);
    if (vote.ttl)
        packed.setTtl(
            static_cast<std::uint64_t>(std::clamp<std::int64_t>(vote.ttl->count(), 0, kLongest)));
    m_cells[master].setState(VoteState::Free);
    if (vote.state == VoteState::Held && vote.token)
        packed.setToken(indexFor(*vote.token));
    m_cells[master] = packed;
    if (m_rare && !m_rare->moreTokens.empty())
        dropUnusedTokens();
    setError(master, vote.error ? std::make_shared<const Error>(*vote.error) : nullptr);
}

void Votes::setFailed(std::size_t master, VoteState state, ErrorPtr error)
{
    m_cells[master].setState(state);
    setError(master, std::move(error));
}

void Votes::push_back(const Vote& vote)
{
    auto masters = m_masters ? *m_masters : std::vector<MasterId>();
    masters.push_back(vote.master);
    m_masters = std::make_shared<std::vector<MasterId>>(std::move(masters));
    m_cells.emplace_back();
    set(m_cells.size() - 1, vote);
}

/// Where the token is kept: where it is already, in the place of the only one if nobody votes for
/// that any more, or behind the others.
std::size_t Votes::indexFor(const Fingerprint& wanted)
{
    const std::size_t count = tokenCount();
    for (std::size_t i = 0; i < count; ++i) {
        if (token(i) == wanted)
            return i;
    }
    if (count <= 1 && !isUsed(0)) {
        m_firstToken = wanted;
        return 0;
    }
    rare().moreTokens.push_back(wanted);
    return count;
}

bool Votes::isUsed(std::size_t token) const noexcept
{
    return std::ranges::any_of(m_cells, [&](const Packed& cell) {
        return cell.state() == VoteState::Held && cell.token() == token;
    });
}

/// The first token stays when nobody votes for any.
void Votes::dropUnusedTokens()
{
    std::vector<Fingerprint> kept;
    std::vector<std::size_t> newIndex(tokenCount());
    for (std::size_t i = 0; i < newIndex.size(); ++i) {
        newIndex[i] = kept.size();
        if (isUsed(i))
            kept.push_back(token(i));
    }
    if (kept.size() == newIndex.size())
        return;
    for (Packed& cell : m_cells)
        cell.setToken(newIndex[cell.token()]);
    if (!kept.empty()) {
        m_firstToken = kept.front();
        kept.erase(kept.begin());
    }
    rare().moreTokens = std::move(kept);
    if (m_rare->errors.empty() && m_rare->moreTokens.empty())
        m_rare.reset();
}

void Votes::setError(std::size_t master, ErrorPtr error)
{
    const bool isKept = m_rare && master < m_rare->errors.size();
    if (!error && !isKept)
        return;
    Rare& changed = rare();
    changed.errors.resize(m_cells.size());
    changed.errors[master] = std::move(error);
    if (std::ranges::none_of(changed.errors, [](const ErrorPtr& kept) { return kept != nullptr; }))
        changed.errors.clear();
    if (changed.errors.empty() && changed.moreTokens.empty())
        m_rare.reset();
}

Votes::Rare& Votes::rare()
{
    auto copy = m_rare ? std::make_shared<Rare>(*m_rare) : std::make_shared<Rare>();
    Rare& changeable = *copy;
    m_rare = std::move(copy);
    return changeable;
}

bool operator==(const Votes& a, const Votes& b)
{
    return std::ranges::equal(a, b);
}

} // namespace lockkeeper::observe
