// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/facts/server_facts.h"

#include "core/redis/info.h"
#include "core/text/number.h"
#include "core/text/split.h"
#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

std::optional<WallTime> timeIn(const redis::Reply& time)
{
    if (!time.isArray() || time.elements.size() != 2)
        return std::nullopt;
    const auto seconds = leadingNumber<std::int64_t>(time.elements[0].text);
    const auto micros = leadingNumber<std::int64_t>(time.elements[1].text);
    constexpr std::int64_t kLatest = std::int64_t{1} << 33;
    if (!seconds || !micros || *seconds < 0 || *seconds > kLatest || *micros < 0
        || *micros >= 1'000'000)
        return std::nullopt;
    return WallTime(std::chrono::seconds(*seconds)) + std::chrono::microseconds(*micros);
}

/// From "db3:keys=12,expires=0,avg_ttl=0".
std::vector<DatabaseKeys> databasesIn(std::string_view info)
{
    constexpr std::string_view kName = "db";
    constexpr std::string_view kKeys = ":keys=";
    constexpr std::size_t kMost = 64;
    std::vector<DatabaseKeys> databases;
    while (!info.empty() && databases.size() < kMost) {
        const std::string_view line = takeUntil(info, "\n");
        const std::size_t mark = line.find(kKeys);
        if (!line.starts_with(kName) || mark == std::string_view::npos)
            continue;
        const auto database
            = numberIn<std::uint32_t>(line.substr(kName.size(), mark - kName.size()));
        const auto keys = leadingNumber<std::uint64_t>(line.substr(mark + kKeys.size()));
        if (database && keys && *keys > 0)
            databases.push_back({*database, *keys});
    }
    return databases;
}

} // namespace

milliseconds ClockOffset::certain() const noexcept
{
    if (ahead.count() > 0)
        return std::max(ahead - tolerance, milliseconds(0));
    return std::min(ahead + tolerance, milliseconds(0));
}

Result<ClockOffset> clockOffsetOf(
    const Result<redis::Reply>& time, WallTime sent, WallTime received)
{
    if (!time)
        return tl::make_unexpected(time.error());
    const auto theirs = timeIn(*time);
    if (!theirs)
        return fail(ErrorClass::Unsupported, trNoop("TIME has no usable answer", "data"));
    // The server read its clock in between. Ours may have been set back.
    const auto half = std::max(received - sent, WallTime::duration(0)) / 2;
    const auto toMilliseconds
        = [](WallTime::duration duration) { return std::chrono::round<milliseconds>(duration); };
    return ClockOffset{
        toMilliseconds(*theirs - (received - half)), std::chrono::ceil<milliseconds>(half)};
}

std::optional<ServerProduct> productIn(std::string_view info)
{
    const auto versionOf = [&](std::string_view field) { return redis::infoField(info, field); };
    const auto named = [](const char* name, std::string_view version) {
        return ServerProduct{name, std::string(version)};
    };
    // Others state a redis_version, too: the one they are compatible with.
    if (const auto version = versionOf("valkey_version"))
        return named("Valkey", *version);
    if (auto version = versionOf("dragonfly_version")) {
        if (version->starts_with("df-v"))
            version->remove_prefix(4);
        return named("Dragonfly", *version);
    }
    const auto version = versionOf("redis_version");
    if (!version)
        return std::nullopt;
    return named(versionOf("mvcc_depth") ? "KeyDB" : "Redis", *version);
}

void addInfo(ServerFacts& facts, const Result<redis::Reply>& info)
{
    if (!info || !info->isString()) {
        facts.infoError = info
            ? Error{ErrorClass::Unsupported, trNoop("INFO has no usable answer", "data"), {}}
            : info.error();
        return;
    }
    const auto field = [&](std::string_view name) { return redis::infoField(info->text, name); };
    const auto number = [&](std::string_view name) -> std::optional<std::uint64_t> {
        const auto text = field(name);
        return text ? leadingNumber<std::uint64_t>(*text) : std::nullopt;
    };
    const auto isFailing = [&](std::string_view name) {
        const auto text = field(name);
        return text && *text != "ok";
    };
    if (const auto policy = field("maxmemory_policy"))
        facts.evictionPolicy = std::string(*policy);
    facts.product = productIn(info->text);
    facts.memoryLimit = number("maxmemory");
    facts.usedMemory = number("used_memory");
    facts.systemMemory = number("total_system_memory");
    facts.evictedKeys = number("evicted_keys");
    if (const auto isOn = number("aof_enabled"))
        facts.hasAppendOnlyFile = *isOn != 0;
    facts.isAppendFailing
        = facts.hasAppendOnlyFile.value_or(false) && isFailing("aof_last_write_status");
    facts.isSnapshotFailing = isFailing("rdb_last_bgsave_status");
    facts.isLoading = number("loading").value_or(0) != 0;
    facts.databases = databasesIn(info->text);
    if (const auto seconds = number("uptime_in_seconds"); seconds && *seconds < (1ULL << 33))
        facts.uptime = std::chrono::seconds(*seconds);
}

} // namespace lockkeeper::observe
