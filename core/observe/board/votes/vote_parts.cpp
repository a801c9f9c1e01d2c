// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/votes/vote_parts.h"

#include <algorithm>

namespace lockkeeper::observe {

VoteParts VoteParts::of(const Votes& votes)
{
    VoteParts parts;
    for (const Votes::Packed& packed : votes.m_cells) {
        Cell cell{.state = packed.state(),
            .hasStored = packed.hasStored(),
            .isRemoved = packed.isRemoved(),
            .token = packed.token() < votes.tokenCount() ? packed.token() : kNoToken,
            .readAt = packed.readAt()};
        if (packed.ttl() != Votes::Packed::kForever)
            cell.ttl = std::chrono::milliseconds(packed.ttl());
        parts.cells.push_back(cell);
    }
    for (std::size_t i = 0; i < votes.tokenCount(); ++i)
        parts.tokens.push_back(votes.token(i));
    for (const Votes::ErrorPtr& error : votes.m_rare->errors)
        parts.errors.push_back(error ? std::optional(*error) : std::nullopt);
    return parts;
}

std::optional<Votes> VoteParts::votesOf(MasterIds masters) const
{
    const auto hasToken = [&](const Cell& cell) { return cell.token < tokens.size(); };
    const bool isWhole = cells.size() == masters->size() && tokens.size() < kNoToken
        && (errors.empty() || errors.size() == cells.size());
    if (!isWhole || !std::ranges::all_of(cells, [&](const Cell& cell) {
            return hasToken(cell) || (cell.token == kNoToken && cell.state != VoteState::Held);
        }))
        return std::nullopt;
    Votes votes(std::move(masters));
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Votes::Packed packed;
        packed.setState(cells[i].state);
        packed.setHasStored(cells[i].hasStored);
        packed.setRemoved(cells[i].isRemoved);
        packed.setToken(cells[i].token);
        packed.setTtl(cells[i].ttl ? std::min(static_cast<std::uint64_t>(
                                                  std::max(cells[i].ttl->count(), std::int64_t{0})),
                          Votes::Packed::kForever - 1)
                                   : Votes::Packed::kForever);
        packed.setReadAt(std::max(cells[i].readAt, SteadyTime{}));
        votes.m_cells[i] = packed;
    }
    if (!tokens.empty()) {
        votes.m_firstToken = tokens.front();
        votes.m_rare.edit(
            [&](Votes::Rare& rare) { rare.moreTokens.assign(tokens.begin() + 1, tokens.end()); });
    }
    for (std::size_t i = 0; i < errors.size(); ++i)
        votes.setError(i, errors[i] ? std::make_shared<const Error>(*errors[i]) : nullptr);
    return votes;
}

} // namespace lockkeeper::observe
