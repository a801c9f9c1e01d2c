// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/vote.h"

#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

namespace lockkeeper::observe {

/// The masters of a deployment in its order, shared by all that refer to them.
using MasterIds = std::shared_ptr<const std::vector<MasterId>>;

/// One vote per master, in the deployment's order. Reads like a vector of Vote by value, but takes
/// sixteen bytes a vote: names are shared, a token that several masters store is kept once, and
/// errors are kept only where there are some. A value type.
class Votes {
public:
    using ErrorPtr = std::shared_ptr<const Error>;

    /// A vote without the texts: what adding up needs.
    struct Cell {
        VoteState state;
        std::size_t token; ///< (Held) an index for token()
        std::optional<std::chrono::milliseconds> ttl;
        SteadyTime readAt;
    };
    class Iterator;
    using const_iterator = Iterator;
    using value_type = Vote;

    Votes() = default;
    /// NoAnswer from each of them.
    explicit Votes(MasterIds masters);
    Votes(const std::vector<Vote>& votes); // NOLINT(google-explicit-constructor): the same values
    Votes(std::initializer_list<Vote> votes)
        : Votes(std::vector<Vote>(votes))
    { }

    [[nodiscard]] std::size_t size() const noexcept { return m_cells.size(); }
    [[nodiscard]] bool empty() const noexcept { return m_cells.empty(); }
    [[nodiscard]] Vote operator[](std::size_t master) const;
    [[nodiscard]] Iterator begin() const noexcept;
    [[nodiscard]] Iterator end() const noexcept;

    [[nodiscard]] const MasterId& master(std::size_t master) const { return (*m_masters)[master]; }
    [[nodiscard]] Cell cell(std::size_t master) const noexcept;
    /// Has the cells in the processor's cache soon.
    void prefetch() const noexcept
    {
        __builtin_prefetch(m_cells.data());
        __builtin_prefetch(reinterpret_cast<const char*>(m_cells.data()) + 64);
    }
    [[nodiscard]] bool hasErrors() const noexcept { return m_rare && !m_rare->errors.empty(); }
    /// Tokens have indexes below this; some of them may have no vote any more.
    [[nodiscard]] std::size_t tokenCount() const noexcept;
    [[nodiscard]] const Fingerprint& token(std::size_t index) const;

    /// Replaces one vote; its `master` is not looked at.
    void set(std::size_t master, const Vote& vote);
    /// The master gives no answer, or this error: what it said last is kept as the age of its vote.
    /// `error` may be shared by the votes on many resources.
    void setFailed(std::size_t master, VoteState state, ErrorPtr error);
    /// The token that was stored when there was last one: while nobody answers, it is taken to be
    /// still there.
    [[nodiscard]] const std::optional<Fingerprint>& latestToken() const noexcept
    {
        return m_firstToken;
    }
    /// Appends the vote of one more master.
    void push_back(const Vote& vote);

    friend bool operator==(const Votes& a, const Votes& b);

private:
    struct Packed {
        [[nodiscard]] VoteState state() const noexcept
        {
            return static_cast<VoteState>(bits & 0xFU);
        }
        [[nodiscard]] std::size_t token() const noexcept { return bits >> 4U & 0xFFFU; }
        [[nodiscard]] std::uint64_t ttl() const noexcept { return bits >> 16U; } ///< milliseconds
        void setState(VoteState state) noexcept
        {
            bits = (bits & ~std::uint64_t{0xF}) | static_cast<std::uint64_t>(state);
        }
        void setToken(std::size_t token) noexcept
        {
            bits = (bits & ~std::uint64_t{0xFFF0}) | (token & 0xFFFU) << 4U;
        }
        void setTtl(std::uint64_t ttl) noexcept { bits = (bits & 0xFFFFU) | ttl << 16U; }

        std::uint64_t bits = static_cast<std::uint64_t>(VoteState::NoAnswer);
        SteadyTime readAt{};
    };
    /// What few resources have.
    struct Rare {
        std::vector<Fingerprint> moreTokens;
        std::vector<ErrorPtr> errors; ///< by master; empty: none
    };
    static constexpr std::uint64_t kForever = (std::uint64_t{1} << 48U) - 1;

    [[nodiscard]] std::size_t indexFor(const Fingerprint& wanted);
    [[nodiscard]] bool isUsed(std::size_t token) const noexcept;
    void dropUnusedTokens();
    void setError(std::size_t master, ErrorPtr error);
    [[nodiscard]] Rare& rare();

    MasterIds m_masters;
    std::vector<Packed> m_cells;
    std::optional<Fingerprint> m_firstToken;
    std::shared_ptr<const Rare> m_rare; ///< shared with copies; replaced, never changed
};

/// Goes through Votes; gives each Vote by value.
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

inline Votes::Iterator Votes::begin() const noexcept
{
    return {*this, 0};
}

inline Votes::Iterator Votes::end() const noexcept
{
    return {*this, size()};
}

} // namespace lockkeeper::observe
