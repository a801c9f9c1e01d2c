// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/workload/actor.h"

#include "core/sandbox/workload/abandoned_locks.h"
#include "core/sandbox/workload/foreign_holders.h"
#include "core/sandbox/workload/library_holders.h"

#include <algorithm>
#include <array>

namespace lockkeeper::sandbox {
namespace {

constexpr bool kOneShot = true;
constexpr bool kResident = false;

constexpr std::array<Actor, 13> kWorkload{{
    {"api", "orders:42", Presence::ComesAndGoes, kResident, runHealthyHolder},
    {"billing", "invoices:monthly", Presence::ComesAndGoes, kResident, runHealthyHolder},
    {"worker-2", "img:resize:7", Presence::ComesAndGoes, kResident, runHealthyHolder},
    {"deployer-1", "deploy:production", Presence::ComesAndGoes, kResident, runContender},
    {"deployer-2", "deploy:production", Presence::ComesAndGoes, kResident, runContender},
    {"deployer-3", "deploy:production", Presence::ComesAndGoes, kResident, runContender},
    {"cron", "cron:bill", Presence::OnAllMasters, kOneShot, runKilledHolder},
    {"importer", "import:customers", Presence::OnMinority, kOneShot, runKilledInAcquire},
    {"reporter", "report:nightly:lock", Presence::OnAllMasters, kOneShot, runKilledBeforeExpire},
    {"backup", "backup:lock", Presence::OnAllMasters, kOneShot, runKilledTimestampHolder},
    {"feeds", "feeds:refresh", Presence::OnAllMasters, kResident, runRedisPyHolder},
    {"payments", "payments:settle", Presence::OnAllMasters, kResident, runRedissonHolder},
    {"thumbnails", "img:thumbnails", Presence::OnAllMasters, kResident, runNodeRedlockHolder},
}};

} // namespace

std::span<const Actor> demoWorkload()
{
    return kWorkload;
}

const Actor* findActor(std::string_view name)
{
    const auto found = std::ranges::find(kWorkload, name, &Actor::name);
    return found == kWorkload.end() ? nullptr : &*found;
}

std::size_t steadyMasters(const Actor& actor, std::size_t masters) noexcept
{
    switch (actor.presence) {
    case Presence::ComesAndGoes:
        return 0;
    case Presence::OnAllMasters:
        return masters;
    case Presence::OnMinority:
        return (masters - 1) / 2;
    }
    return 0;
}

} // namespace lockkeeper::sandbox
