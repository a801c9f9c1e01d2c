// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/free_play.h"

#include <algorithm>
#include <array>

namespace lockkeeper::lab {
namespace {

using std::chrono::milliseconds;

/// A contender reports an answer within this time.
constexpr milliseconds kToldWithin{100};

class Chronicle {
public:
    explicit Chronicle(const Scene& scene)
        : m_scene(scene)
        , m_seen(scene.recent)
    { }

    [[nodiscard]] std::vector<Event> events();

private:
    void addMoves();
    void addBelief(const Belief& belief);
    void addRefusals();
    void addSales();
    [[nodiscard]] std::size_t votesFor(const Belief& belief) const;
    [[nodiscard]] bool isFreed(const Belief& belief) const;
    [[nodiscard]] bool hasSeenTry(char who, SteadyTime before) const;

    const Scene& m_scene;
    const Recording& m_seen;
    std::vector<Event> m_events;
};

void Chronicle::addMoves()
{
    for (const Reached& one : m_seen.steps)
        m_events.push_back({.kind = Event::Kind::Moved,
            .at = one.at,
            .who = m_scene.moves[one.step].deed.who,
            .move = one.step});
}

std::size_t Chronicle::votesFor(const Belief& belief) const
{
    std::array<bool, kMostMasters> hasVoted{};
    for (const Sent& sent : m_seen.sent) {
        const bool isVote = sent.who == belief.who && sent.isTaking && sent.isYes && sent.answeredAt
            && *sent.answeredAt <= belief.from + kToldWithin
            && *sent.answeredAt >= belief.from - kToldWithin;
        if (isVote)
            hasVoted[static_cast<std::size_t>(sent.master - 'a')] = true;
    }
    return static_cast<std::size_t>(std::ranges::count(hasVoted, true));
}

bool Chronicle::isFreed(const Belief& belief) const
{
    return std::ranges::any_of(m_seen.sent, [&](const Sent& sent) {
        return sent.who == belief.who && sent.isFreeing && sent.at >= belief.to
            && sent.at <= belief.to + kToldWithin;
    });
}

void Chronicle::addBelief(const Belief& belief)
{
    m_events.push_back({.kind = Event::Kind::Took,
        .at = belief.from,
        .who = belief.who,
        .votes = votesFor(belief)});
    if (belief.to <= m_seen.end)
        m_events.push_back({.kind = isFreed(belief) ? Event::Kind::Freed : Event::Kind::Over,
            .at = belief.to,
            .who = belief.who});
}

/// False: the wait began before the recording.
bool Chronicle::hasSeenTry(char who, SteadyTime before) const
{
    return std::ranges::any_of(m_seen.steps, [&](const Reached& one) {
        const Deed& deed = m_scene.moves[one.step].deed;
        return deed.kind == Deed::Kind::Take && deed.who == who && one.at >= m_seen.start
            && one.at <= before;
    });
}

void Chronicle::addRefusals()
{
    std::array<SteadyTime, kMostContenders> refused{};
    const auto hasWon = [&](char who, SteadyTime from, SteadyTime to) {
        return std::ranges::any_of(m_seen.beliefs, [&](const Belief& belief) {
            return belief.who == who && belief.from >= from && belief.from <= to;
        });
    };
    for (const Sent& sent : m_seen.sent) {
        if (!sent.isTaking || sent.isYes || !sent.answeredAt)
            continue;
        SteadyTime& last = refused[static_cast<std::size_t>(sent.who - 'A')];
        const bool isFirst = last == SteadyTime() || hasWon(sent.who, last, sent.at);
        last = *sent.answeredAt;
        const bool isWon = hasWon(sent.who, sent.at, *sent.answeredAt + kToldWithin);
        if (isFirst && !isWon && hasSeenTry(sent.who, sent.at))
            m_events.push_back(
                {.kind = Event::Kind::Refused, .at = *sent.answeredAt, .who = sent.who});
    }
}

void Chronicle::addSales()
{
    for (const Sale& sale : m_seen.sales)
        m_events.push_back({.kind = sale.isRefused ? Event::Kind::SaleRefused : Event::Kind::Sold,
            .at = sale.at,
            .who = sale.who,
            .amount = sale.amount});
    std::vector<std::pair<char, SteadyTime>> told; // a release reaches several masters
    for (const WrongFree& one : wrongFrees(m_seen)) {
        const bool isTold = std::ranges::any_of(told, [&](const auto& before) {
            return before.first == one.sent->who
                && *one.sent->passedAt - before.second < kToldWithin;
        });
        told.emplace_back(one.sent->who, *one.sent->passedAt);
        if (!isTold)
            m_events.push_back({.kind = Event::Kind::FreedAnothers,
                .at = *one.sent->passedAt,
                .who = one.sent->who,
                .other = one.owner});
    }
}

std::vector<Event> Chronicle::events()
{
    addMoves();
    for (const Belief& belief : m_seen.beliefs)
        addBelief(belief);
    addRefusals();
    addSales();
    std::erase_if(m_events, [&](const Event& one) { return one.at < m_seen.start; });
    std::ranges::stable_sort(m_events, {}, &Event::at);
    return std::move(m_events);
}

} // namespace

std::vector<Event> eventsOf(const Scene& scene)
{
    return Chronicle(scene).events();
}

} // namespace lockkeeper::lab
