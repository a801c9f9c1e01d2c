// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/text/fingerprint.h"
#include "core/types.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockkeeper::observe {

/// A change must last this long: a lock being taken first looks like a leftover.
inline constexpr std::chrono::seconds kCalm{2};

/// States of subjects, such as locks. A change counts once it has lasted for kCalm.
template <class Kind, class Facts> class CalmStates {
public:
    /// Another token makes another state.
    struct State {
        Kind kind;
        std::optional<Fingerprint> token{};
        Facts facts{};
    };
    struct Change {
        Resource subject;
        State state; ///< with the latest facts
        bool isOver = false;
        SteadyTime since{};
        SteadyTime at{}; ///< of its beginning or end
    };

    void see(const Resource& subject, std::vector<State> states, SteadyTime now);
    /// Its next states have just begun.
    void forget(const Resource& subject) { m_subjects.erase(subject); }
    /// Due changes of wanted kinds, in order; others stay.
    template <class IsWanted>
    [[nodiscard]] std::vector<Change> take(SteadyTime now, IsWanted&& isWanted);

private:
    struct Kept {
        State state;
        SteadyTime since{};
        std::optional<SteadyTime> overSince{};
        bool isTold = false;
        [[nodiscard]] bool isPending() const noexcept { return isTold == overSince.has_value(); }
    };
    struct Subject {
        std::vector<Kept> states;
        bool isListed = false;
    };

    void list(const Resource& name, Subject& subject);

    std::unordered_map<Resource, Subject> m_subjects;
    std::vector<Resource> m_pending;
};

template <class Kind, class Facts>
void CalmStates<Kind, Facts>::see(
    const Resource& subject, std::vector<State> states, SteadyTime now)
{
    auto found = m_subjects.find(subject);
    if (found == m_subjects.end()) {
        if (states.empty())
            return;
        found = m_subjects.try_emplace(subject).first;
    }
    std::vector<Kept>& kept = found->second.states;
    for (Kept& old : kept) {
        const auto same = std::ranges::find_if(states, [&](const State& state) {
            return state.kind == old.state.kind && state.token == old.state.token;
        });
        if (same == states.end()) {
            old.overSince = old.overSince.value_or(now);
            continue;
        }
        old.state = std::move(*same);
        old.overSince.reset();
        states.erase(same);
    }
    std::erase_if(kept, [](const Kept& old) { return old.overSince && !old.isTold; });
    for (State& state : states)
        kept.push_back({.state = std::move(state), .since = now});
    if (kept.empty())
        m_subjects.erase(found);
    else
        list(subject, found->second);
}

template <class Kind, class Facts>
void CalmStates<Kind, Facts>::list(const Resource& name, Subject& subject)
{
    if (!subject.isListed && std::ranges::any_of(subject.states, &Kept::isPending)) {
        subject.isListed = true;
        m_pending.push_back(name);
    }
}

template <class Kind, class Facts>
template <class IsWanted>
auto CalmStates<Kind, Facts>::take(SteadyTime now, IsWanted&& isWanted) -> std::vector<Change>
{
    std::vector<Change> due;
    for (const Resource& name : std::exchange(m_pending, {})) {
        const auto found = m_subjects.find(name);
        if (found == m_subjects.end())
            continue;
        std::vector<Kept>& states = found->second.states;
        for (Kept& kept : states) {
            const SteadyTime at = kept.overSince.value_or(kept.since);
            if (!kept.isPending() || now < at + kCalm || !isWanted(kept.state.kind))
                continue;
            due.push_back({name, kept.state, kept.overSince.has_value(), kept.since, at});
            kept.isTold = !kept.overSince;
        }
        std::erase_if(states, [](const Kept& kept) { return kept.overSince && !kept.isTold; });
        found->second.isListed = false;
        if (states.empty())
            m_subjects.erase(found);
        else
            list(name, found->second);
    }
    return due;
}

} // namespace lockkeeper::observe
