// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redis_server_fixture.h"

#include <memory>

namespace lockkeeper::tests {

/// A real Redis Cluster of three masters without replicas. Each master owns about a third of the
/// slots. Throws std::runtime_error if it can't be started. The constructor blocks until the
/// cluster works.
class ClusterFixture {
public:
    static constexpr std::size_t kShards = 3;
    ClusterFixture();

    [[nodiscard]] RedisServerFixture& shard(std::size_t index) { return *m_shards.at(index); }
    [[nodiscard]] std::string url(std::size_t index) const
    {
        return m_shards.at(index)->tcpUrls()[0];
    }
    /// A deployment with one voter: this Cluster, with the given shards as seeds.
    [[nodiscard]] config::Deployment deployment(const std::vector<std::size_t>& seeds = {0}) const;
    /// The shard that owns the key's slot after the start.
    [[nodiscard]] static std::size_t shardOf(std::string_view key);
    /// A key of this shard.
    [[nodiscard]] static std::string keyOf(std::size_t shard);

    /// The move of a slot from one shard to another.
    struct Migration {
        std::uint16_t slot;
        std::size_t from;
        std::size_t to;
    };
    void beginMigration(const Migration& migration);
    void endMigration(const Migration& migration);
    /// Makes the shard `teller` believe that `owner` owns the slot.
    void assign(std::size_t teller, std::uint16_t slot, std::size_t owner);

private:
    void assemble();
    [[nodiscard]] std::string idOf(std::size_t index);
    std::vector<std::unique_ptr<RedisServerFixture>> m_shards;
    std::vector<std::string> m_busPorts;
};

} // namespace lockkeeper::tests
