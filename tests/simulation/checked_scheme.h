// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/scheme.h"
#include "tests/simulation/referee.h"

namespace lockkeeper::simulation {

/// Redlock with tokens that a seed reproduces. It reports what its rounds won to the referee, by a
/// clock that no bug can reach.
class CheckedScheme final : public lock::Scheme {
public:
    /// What the latest try of the process won.
    struct Win {
        SteadyTime honestDeadline{};
        TrueTime start{};
    };

    CheckedScheme(World& world, Process& process, Referee& referee, std::string client, Bug bug);

    [[nodiscard]] const Win& lastWin() const noexcept { return m_lastWin; }

    [[nodiscard]] std::string_view name() const noexcept override { return "redlock"; }
    [[nodiscard]] Abilities abilities() const noexcept override;
    [[nodiscard]] Result<Token> makeToken(
        const lock::Owner& owner, WallTime now, lock::Ttl ttl) const override;
    void tryAcquire(const lock::LockContext& context, lock::Attempt attempt,
        lock::RoundHandler handler) const override;
    void extend(const lock::LockContext& context, lock::Extension extension,
        lock::RoundHandler handler) const override;
    void release(const lock::LockContext& context, lock::Claim claim, SteadyTime until,
        lock::RoundHandler handler) const override;

private:
    void spoil(lock::RoundResult& result, const lock::Validity& validity, SteadyTime start) const;
    void storeAgain(const lock::LockContext& context, const lock::Claim& claim) const;

    World& m_world;
    Process& m_process;
    Referee& m_referee;
    std::string m_client;
    Bug m_bug;
    mutable std::uint64_t m_tokens = 0; ///< made so far
    mutable Win m_lastWin;
};

} // namespace lockkeeper::simulation
