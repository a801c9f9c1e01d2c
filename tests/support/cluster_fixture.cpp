// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cluster_fixture.h"

#include "core/redis/cluster/key_slot.h"

#include <stdexcept>
#include <thread>

namespace lockkeeper::tests {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kSlotsEach = redis::kSlots / ClusterFixture::kShards + 1;

void mustBeOk(const redis::Reply& reply)
{
    if (!reply.isOk())
        throw std::runtime_error("no cluster: " + reply.text);
}

} // namespace

ClusterFixture::ClusterFixture()
{
    for (std::size_t i = 0; i < kShards; ++i) {
        // By default the bus port is the port plus 10000, which is too high for many ports.
        m_busPorts.push_back(std::to_string(freePort()));
        m_shards.push_back(std::make_unique<RedisServerFixture>(RedisServerOptions{.hasTcp = true,
            .extraArguments = {"--cluster-enabled", "yes", "--cluster-port", m_busPorts[i],
                "--cluster-node-timeout", "3000", "--cluster-require-full-coverage", "no"}}));
    }
    assemble();
}

void ClusterFixture::assemble()
{
    for (std::size_t i = 0; i < kShards; ++i) {
        const std::size_t last = std::min<std::size_t>((i + 1) * kSlotsEach, redis::kSlots) - 1;
        mustBeOk(shard(i).command(
            {"CLUSTER", "ADDSLOTSRANGE", std::to_string(i * kSlotsEach), std::to_string(last)}));
        mustBeOk(shard(i).command({"CLUSTER", "SET-CONFIG-EPOCH", std::to_string(i + 1)}));
        const std::string port = url(0).substr(url(0).rfind(':') + 1);
        if (i > 0)
            mustBeOk(shard(i).command({"CLUSTER", "MEET", "127.0.0.1", port, m_busPorts[0]}));
    }
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    for (std::size_t i = 0; i < kShards;) {
        const redis::Reply slots = shard(i).command({"CLUSTER", "SLOTS"});
        const std::string info = shard(i).command({"CLUSTER", "INFO"}).text;
        if (slots.elements.size() == kShards
            && info.find("cluster_state:ok") != std::string::npos) {
            ++i;
            continue;
        }
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error("the cluster does not come together: " + info);
        std::this_thread::sleep_for(10ms);
    }
}

config::Deployment ClusterFixture::deployment(const std::vector<std::size_t>& seeds) const
{
    config::MasterConfig master{.id = MasterId("a")};
    for (const std::size_t seed : seeds)
        master.clusterSeeds.push_back(redis::Url::parse(url(seed)).value());
    master.url = master.clusterSeeds.front();
    config::Deployment deployment;
    deployment.name = "test";
    deployment.isReadOnly = false;
    deployment.masters.push_back(std::move(master));
    return deployment;
}

std::size_t ClusterFixture::shardOf(std::string_view key)
{
    return redis::slotOf(key) / kSlotsEach;
}

std::string ClusterFixture::keyOf(std::size_t shard)
{
    for (int i = 0;; ++i) {
        std::string key = "lock:" + std::to_string(i);
        if (shardOf(key) == shard)
            return key;
    }
}

std::string ClusterFixture::idOf(std::size_t index)
{
    return shard(index).command({"CLUSTER", "MYID"}).text;
}

void ClusterFixture::beginMigration(const Migration& migration)
{
    const std::string slot = std::to_string(migration.slot);
    mustBeOk(shard(migration.to)
                 .command({"CLUSTER", "SETSLOT", slot, "IMPORTING", idOf(migration.from)}));
    mustBeOk(shard(migration.from)
                 .command({"CLUSTER", "SETSLOT", slot, "MIGRATING", idOf(migration.to)}));
}

void ClusterFixture::endMigration(const Migration& migration)
{
    assign(migration.to, migration.slot, migration.to);
    assign(migration.from, migration.slot, migration.to);
}

void ClusterFixture::assign(std::size_t teller, std::uint16_t slot, std::size_t owner)
{
    mustBeOk(
        shard(teller).command({"CLUSTER", "SETSLOT", std::to_string(slot), "NODE", idOf(owner)}));
}

} // namespace lockkeeper::tests
