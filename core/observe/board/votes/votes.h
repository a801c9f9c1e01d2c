// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/export.h"
#include "core/observe/board/votes/rarely.h"
#include "core/result.h"
#include "core/text/fingerprint.h"
#include "core/text/tr_noop.h"

#include <absl/container/inlined_vector.h>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <ranges>
#include <vector>

namespace lockkeeper::observe {

enum class VoteState {
    Held,
    Free, ///< no such key, or no lock (error: WrongType)
    NoAnswer,
    Error,
};
constexpr auto enumNames(VoteState /*of*/) noexcept
{
    return std::array{trNoop("held", "vote"), trNoop("free", "vote"), trNoop("no-answer", "vote"),
        trNoop("error", "vote")};
}

/// Otherwise the master may store a token.
[[nodiscard]] constexpr bool isAnswer(VoteState state) noexcept
{
    return state == VoteState::Held || state == VoteState::Free;
}

struct Vote {
    MasterId master;
    VoteState state = VoteState::NoAnswer;
    std::optional<Fingerprint> token; ///< (Held)
    std::optional<std::chrono::milliseconds> ttl; ///< (Held) at readAt; nullopt: never expires
    SteadyTime readAt{}; ///< of the master's last answer
    std::optional<lockkeeper::Error> error;

    friend bool operator==(const Vote&, const Vote&) = default;
};

[[nodiscard]] inline std::chrono::milliseconds ttlAt(
    std::chrono::milliseconds ttl, SteadyTime readAt, SteadyTime now)
{
    using std::chrono::milliseconds;
    const auto age = std::max(now - readAt, SteadyTime::duration::zero());
    return std::max(ttl - std::chrono::duration_cast<milliseconds>(age), milliseconds(0));
}

template <class T> using MasterValues = absl::InlinedVector<T, 16>;

/// The `quorum`-th largest: a quorum has that or more. nullopt: too few values. Reorders.
template <class T> std::optional<T> quorumth(MasterValues<T>& values, std::size_t quorum)
{
    if (quorum == 0 || values.size() < quorum)
        return std::nullopt;
    const auto found = values.begin() + static_cast<std::ptrdiff_t>(quorum - 1);
    std::ranges::nth_element(values, found, std::ranges::greater());
    return *found;
}

using MasterIds = std::shared_ptr<const std::vector<MasterId>>;

/// One vote per master, in the deployment's order; twelve bytes each. Reads like a vector of Vote.
class Votes {
public:
    using ErrorPtr = std::shared_ptr<const Error>;

    struct Cell {
        std::size_t master;
        VoteState state;
        std::size_t token;
        std::optional<std::chrono::milliseconds> ttl;
        SteadyTime readAt;
    };
    class Iterator;
    using const_iterator = Iterator;
    using value_type = Vote;

    Votes() = default;
    explicit Votes(MasterIds masters);
    Votes(const std::vector<Vote>& votes); // NOLINT(google-explicit-constructor): the same values
    Votes(std::initializer_list<Vote> votes)
        : Votes(std::vector<Vote>(votes))
    { }

    [[nodiscard]] std::size_t size() const noexcept { return m_cells.size(); }
    [[nodiscard]] bool empty() const noexcept { return m_cells.empty(); }
    [[nodiscard]] Vote operator[](std::size_t master) const;
    [[nodiscard]] Iterator begin() const noexcept LK_LIFETIME_BOUND;
    [[nodiscard]] Iterator end() const noexcept;

    [[nodiscard]] const MasterId& master(std::size_t master) const { return (*m_masters)[master]; }
    [[nodiscard]] Cell cell(std::size_t master) const noexcept;
    /// The Held cells; not of a temporary.
    [[nodiscard]] auto held() const noexcept
    {
        return m_cells | std::views::filter([](const Packed& packed) {
            return packed.state() == VoteState::Held;
        }) | std::views::transform([first = m_cells.data()](const Packed& packed) {
            return unpacked(packed, static_cast<std::size_t>(&packed - first));
        });
    }
    [[nodiscard]] bool hasErrors() const noexcept { return !m_rare->errors.empty(); }
    /// Some tokens may have no vote.
    [[nodiscard]] std::size_t tokenCount() const noexcept;
    [[nodiscard]] const Fingerprint& token(std::size_t index) const LK_LIFETIME_BOUND;

    /// Ignores `vote.master`.
    void set(std::size_t master, const Vote& vote);
    /// Keeps the time and token of the last answer.
    void setFailed(std::size_t master, VoteState state, ErrorPtr error);
    void dropStored(std::size_t master) noexcept;
    /// When a failed master's token expires (max: never). nullopt: not failed, or stored none.
    [[nodiscard]] std::optional<SteadyTime> storesUntil(std::size_t master) const noexcept;
    /// As storesUntil(), for any master.
    [[nodiscard]] std::optional<SteadyTime> heldUntil(std::size_t master) const noexcept;
    /// The token of heldUntil(). Null: none, or forgotten after a failure.
    [[nodiscard]] const Fingerprint* storedToken(
        std::size_t master) const noexcept LK_LIFETIME_BOUND;
    /// The master lost the token before its present vote (Free, Held): see CastVotes. Kept while it
    /// votes Free, by the next token, and until the master fails.
    void setLost(std::size_t master, bool isLost) noexcept;
    [[nodiscard]] bool isLost(std::size_t master) const noexcept;
    /// (Free, Held) It lost a token other than the one it stores.
    [[nodiscard]] bool hasLostBefore(std::size_t master) const noexcept;
    /// (Free) The token is gone, and not known to be lost.
    [[nodiscard]] bool isRemoved(std::size_t master) const noexcept
    {
        return m_cells[master].isRemoved();
    }
    [[nodiscard]] std::size_t votesFor(std::size_t token) const noexcept;
    /// Failed masters that stored it when last read, unless dropped.
    [[nodiscard]] std::size_t failedFor(std::size_t token) const noexcept;
    /// Without those that became replicas: their data is another master's.
    [[nodiscard]] std::size_t rememberedFor(std::size_t token) const noexcept;
    /// Of equals, the first by fingerprint.
    [[nodiscard]] std::optional<std::size_t> mostFailedToken() const noexcept;
    [[nodiscard]] bool mayBeStored(SteadyTime now) const noexcept;
    /// Of the latest Held vote; kept while no master answers.
    [[nodiscard]] const std::optional<Fingerprint>& latestToken() const noexcept LK_LIFETIME_BOUND;
    [[nodiscard]] bool isEndless() const noexcept;
    [[nodiscard]] bool isEndlessWith(std::size_t master, const Vote& vote) const noexcept;
    [[nodiscard]] bool isUnanimous() const noexcept;

    void push_back(const Vote& vote);

    friend bool operator==(const Votes& a, const Votes& b);

private:
    friend struct VoteParts;
    /// Times in milliseconds of forty bits, as masters report them.
    class Packed {
    public:
        static constexpr std::uint64_t kForever = (std::uint64_t{1} << 40U) - 1;
        static constexpr std::size_t kForgotten = 0xFFF; ///< or none

        [[nodiscard]] VoteState state() const noexcept
        {
            return static_cast<VoteState>(m_bits & 0x3U);
        }
        [[nodiscard]] std::size_t token() const noexcept { return m_bits >> 4U & 0xFFFU; }
        [[nodiscard]] std::uint64_t ttl() const noexcept { return wide(m_bits >> 16U, m_ttl); }
        [[nodiscard]] SteadyTime readAt() const noexcept
        {
            return SteadyTime(std::chrono::milliseconds(wide(m_bits >> 24U, m_readAt)));
        }
        void setState(VoteState state) noexcept
        {
            m_bits = (m_bits & ~0x3U) | static_cast<std::uint32_t>(state);
        }
        [[nodiscard]] bool isRemoved() const noexcept { return (m_bits & 0x4U) != 0; }
        void setRemoved(bool is) noexcept { m_bits = is ? m_bits | 0x4U : m_bits & ~0x4U; }
        /// The master failed since it stored a token, or (Free, Held) lost the one before.
        [[nodiscard]] bool hasStored() const noexcept { return (m_bits & 0x8U) != 0; }
        [[nodiscard]] bool hasFailedHolding() const noexcept
        {
            return hasStored() && !isAnswer(state());
        }
        void setHasStored(bool has) noexcept { m_bits = has ? m_bits | 0x8U : m_bits & ~0x8U; }
        void setToken(std::size_t token) noexcept
        {
            m_bits = (m_bits & ~0xFFF0U) | (static_cast<std::uint32_t>(token) & 0xFFFU) << 4U;
        }
        void setTtl(std::uint64_t ttl) noexcept
        {
            m_bits
                = (m_bits & ~0xFF0000U) | (static_cast<std::uint32_t>(ttl >> 32U) & 0xFFU) << 16U;
            m_ttl = static_cast<std::uint32_t>(ttl);
        }
        void setReadAt(SteadyTime time) noexcept
        {
            const auto count = static_cast<std::uint64_t>(
                std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count());
            m_bits = (m_bits & 0xFFFFFFU) | static_cast<std::uint32_t>(count >> 32U) << 24U;
            m_readAt = static_cast<std::uint32_t>(count);
        }

    private:
        static std::uint64_t wide(std::uint32_t high, std::uint32_t low) noexcept
        {
            return std::uint64_t{high & 0xFFU} << 32U | low;
        }

        /// State, isRemoved(), hasStored(), token, high bits of both times.
        std::uint32_t m_bits = static_cast<std::uint32_t>(VoteState::NoAnswer);
        std::uint32_t m_ttl = 0;
        std::uint32_t m_readAt = 0;
    };
    struct Rare {
        std::vector<Fingerprint> moreTokens;
        std::vector<ErrorPtr> errors;
        friend bool operator==(const Rare&, const Rare&) = default;
    };
    static constexpr std::size_t kUsualMasters = 5;
    [[nodiscard]] static Cell unpacked(const Packed& packed, std::size_t master) noexcept;
    [[nodiscard]] std::size_t indexFor(const Fingerprint& wanted);
    [[nodiscard]] bool isUsed(std::size_t token) const noexcept;
    void dropUnusedTokens();
    void setError(std::size_t master, ErrorPtr error);
    MasterIds m_masters;
    absl::InlinedVector<Packed, kUsualMasters> m_cells;
    std::optional<Fingerprint> m_firstToken;
    LazyValue<Rare> m_rare;
};

[[nodiscard]] bool isSameButForTime(const Votes& votes, const Votes& other);

class Votes::Iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;
    using value_type = Vote;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Vote;

    Iterator() = default;
    Iterator(const Votes& votes, std::size_t index)
        : m_votes(&votes)
        , m_index(index)
    { }
    Vote operator*() const { return (*m_votes)[m_index]; }
    Iterator& operator++()
    {
        ++m_index;
        return *this;
    }
    Iterator operator++(int)
    {
        Iterator before = *this;
        ++m_index;
        return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.m_index == b.m_index; }

private:
    const Votes* m_votes = nullptr;
    std::size_t m_index = 0;
};

inline Votes::Cell Votes::cell(std::size_t master) const noexcept
{
    return unpacked(m_cells[master], master);
}

inline Votes::Cell Votes::unpacked(const Packed& packed, std::size_t master) noexcept
{
    Cell cell{.master = master,
        .state = packed.state(),
        .token = packed.token(),
        .ttl = {},
        .readAt = packed.readAt()};
    if (cell.state == VoteState::Held && packed.ttl() != Packed::kForever)
        cell.ttl = std::chrono::milliseconds(packed.ttl());
    return cell;
}

inline std::size_t Votes::tokenCount() const noexcept
{
    if (!m_firstToken)
        return 0;
    return 1 + m_rare->moreTokens.size();
}

inline const Fingerprint& Votes::token(std::size_t index) const
{
    return index == 0 ? *m_firstToken : m_rare->moreTokens[index - 1];
}

inline const std::optional<Fingerprint>& Votes::latestToken() const noexcept
{
    return m_firstToken;
}

inline Votes::Iterator Votes::begin() const noexcept
{
    return {*this, 0};
}

inline Votes::Iterator Votes::end() const noexcept
{
    return {*this, size()};
}

} // namespace lockkeeper::observe
