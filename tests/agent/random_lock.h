// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "tests/support/hostile_names.h"

#include <array>
#include <random>

namespace lockkeeper::tests {

/// Makes locks and their parts, in which any field may be set, with any bytes in the texts.
class RandomLock {
public:
    explicit RandomLock(std::uint32_t seed, std::size_t longestName = SIZE_MAX)
        : m_random(seed)
        , m_names(hostileNames(50, seed))
    {
        std::erase_if(m_names, [&](const std::string& name) { return name.size() > longestName; });
    }

    std::uint64_t below(std::uint64_t limit) { return m_random() % limit; }
    bool flag() { return below(2) == 1; }
    std::string text() { return m_names[below(m_names.size())]; }
    SteadyTime time()
    {
        using namespace std::chrono_literals;
        const SteadyTime marks[] = {SteadyTime::min(), SteadyTime::max(), SteadyTime{}};
        return below(8) == 0 ? marks[below(3)] : SteadyTime(1h + milliseconds(100'000));
    }
    WallTime wallTime() { return WallTime(std::chrono::seconds(below(4'000'000'000))); }
    std::chrono::milliseconds milliseconds(std::uint64_t limit)
    {
        return std::chrono::milliseconds(below(limit));
    }
    Fingerprint token() { return Fingerprint::ofString(std::to_string(below(1000))); }
    Error error() { return {enumerator<ErrorClass>(), text(), MasterId(text())}; }
    template <class E> E enumerator() { return static_cast<E>(below(kEnumCount<E>)); }
    /// Nothing, or what `make` makes.
    template <class Make> auto some(Make make)
    {
        std::optional<decltype(make())> made;
        if (flag())
            made = make();
        return made;
    }

    observe::Holder holder()
    {
        const auto anyText = [this] { return text(); };
        observe::Holder holder;
        holder.host = some(anyText);
        holder.pid = some([this] { return static_cast<std::int64_t>(below(99'999)); });
        holder.thread = some(anyText);
        holder.app = some(anyText);
        holder.since = some([this] { return wallTime(); });
        holder.process = some(anyText);
        holder.mayOutliveProcess = flag();
        holder.hearsAsks = flag();
        holder.detail = some(anyText);
        holder.node = some(anyText);
        holder.session = some([this] {
            return observe::HolderSession{static_cast<std::int64_t>(below(1ULL << 62U)), text(),
                milliseconds(100'000), wallTime()};
        });
        return holder;
    }
    observe::WaitCount waitCount()
    {
        return {below(9), flag() ? observe::WaitCount::kUnbounded : below(99), below(3)};
    }
    observe::PackedLock lock()
    {
        // A new format, or another text of one, is no other form of the stream.
        constexpr std::array kFormats{"lk1", "redis-plus-plus", "Symfony", "GitLab"};
        observe::FormatPtr format = observe::builtinFormat(kFormats[below(kFormats.size())]);
        if (below(4) == 0)
            format = std::make_shared<const observe::Format>(
                observe::Format{.name = text() + "x", .isReleasable = flag(), .caution = text()});
        observe::DecodedLock told{.scope = enumerator<observe::ValueScope::Kind>(),
            .certainty = {enumerator<observe::Certainty>(), enumerator<observe::CertaintyReason>()},
            .holder = holder(),
            .expiresAt = some([this] { return wallTime(); }),
            .mode = enumerator<observe::LockMode>(),
            .waiting = waitCount()};
        while (flag()) {
            told.holders.push_back(holder());
            told.holders.back().member = some([this] { return Fingerprint::ofString(text()); });
        }
        while (flag())
            told.alternatives.push_back(text());
        return {std::move(format), std::move(told)};
    }
    observe::LostLease lostLease()
    {
        observe::LostLease lost{.holder = holder(),
            .isRunning = flag(),
            .cause = enumerator<observe::LossCause>(),
            .takenAfter = milliseconds(100'000)};
        while (flag())
            lost.masters.emplace_back(text());
        return lost;
    }
    observe::Evidence evidence()
    {
        return {.kind = enumerator<observe::EvidenceKind>(),
            .pid = some([this] { return static_cast<std::int64_t>(below(99'999)); }),
            .isPidReused = flag(),
            .isOfNode = flag(),
            .isProposed = flag(),
            .expiredAt = some([this] { return wallTime(); }),
            .since = some([this] { return time(); }),
            .measure = some([this] { return milliseconds(100'000); }),
            .votes = below(9),
            .masters = below(9),
            .lost
            = observe::LazyValue<observe::LostLease>(flag() ? lostLease() : observe::LostLease())};
    }
    observe::Votes votes(const observe::MasterIds& masters)
    {
        observe::Votes votes(masters);
        for (int step = 0; step < 12; ++step) {
            const std::size_t master = below(masters->size());
            const auto state = enumerator<observe::VoteState>();
            if (state == observe::VoteState::Held)
                votes.set(master,
                    {.state = state,
                        .token = token(),
                        .ttl = some([this] { return milliseconds(100'000); }),
                        .readAt = SteadyTime(std::chrono::hours(1) + milliseconds(100'000))});
            else if (state == observe::VoteState::Free)
                votes.set(master,
                    {.state = state,
                        .readAt = SteadyTime(milliseconds(100'000)),
                        .error = some([this] { return error(); })});
            else
                votes.setFailed(master, state, std::make_shared<const Error>(error()));
            votes.setLost(master, flag());
        }
        votes.set(0, {.state = observe::VoteState::Held, .token = token(), .readAt = time1()});
        return votes;
    }
    observe::LockEntryPtr entry(const observe::MasterIds& masters)
    {
        auto entry = std::make_shared<observe::LockEntry>();
        const std::string name = text();
        entry->resource = Resource(name + std::to_string(below(1'000'000)));
        entry->packedLock = lock();
        entry->votes = votes(masters);
        while (flag())
            entry->stale.push_back(evidence());
        entry->asOf = time();
        entry->firstSeen = time();
        entry->revision = below(1'000'000);
        entry->renewals.count = static_cast<std::uint32_t>(below(1U << 20U)) & 0xFFFFFU;
        entry->renewals.steady = static_cast<std::uint32_t>(below(16)) & 0xFU;
        entry->renewals.level = static_cast<std::uint32_t>(below(256)) & 0xFFU;
        entry->renewals.interval = std::chrono::duration<std::uint32_t, std::milli>(below(99'999));
        entry->renewals.last = time();
        if (flag())
            entry->peakTtl = observe::CompactTtl(milliseconds(1'000'000));
        entry->type = enumerator<observe::ValueType>();
        entry->isSettled = flag();
        entry->isDecoded = flag();
        std::vector<observe::RivalToken> rivals;
        while (flag())
            rivals.push_back({token(), lock(), enumerator<observe::ValueType>()});
        entry->rivals = observe::LazyValue(std::move(rivals));
        if (flag())
            entry->note = observe::LazyValue(observe::Note{
                .kind = flag() ? observe::Note::Kind::Readable : observe::Note::Kind::Unreadable,
                .author = text(),
                .since = wallTime(),
                .text = text(),
                .until = time()});
        return entry;
    }

private:
    SteadyTime time1() { return SteadyTime(std::chrono::hours(1) + milliseconds(100'000)); }

    std::mt19937 m_random;
    std::vector<std::string> m_names;
};

} // namespace lockkeeper::tests
