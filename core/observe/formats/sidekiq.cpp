// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/bounded_json.h"
#include "core/text/number.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lockkeeper::observe {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kLocked = ":LOCKED";

std::optional<WallTime> timeFrom(double seconds, WallTime now)
{
    constexpr double kMost = 1e11; // later than any plausible time, and far below an overflow
    if (!std::isfinite(seconds) || seconds <= 0 || seconds > kMost)
        return std::nullopt;
    const std::chrono::milliseconds time(static_cast<std::int64_t>(seconds * 1000));
    return plausibleTime(time, now + std::chrono::days(1));
}

/// 8.x
std::optional<Holder> parseTime(std::string_view value, WallTime now)
{
    const auto seconds = numberIn<double>(value);
    if (!seconds)
        return std::nullopt;
    Holder holder;
    holder.since = timeFrom(*seconds, now);
    return holder.since ? std::optional(std::move(holder)) : std::nullopt;
}

/// 9.x
std::optional<Holder> parseObject(std::string_view value, WallTime now)
{
    const Json object = parseBoundedJson<Json>(value);
    if (!object.is_object())
        return std::nullopt;
    Holder holder;
    holder.app = textMember(object, "worker");
    if (const auto time = object.find("time"); time != object.end() && time->is_number())
        holder.since = timeFrom(time->get<double>(), now);
    return holder.app || holder.since ? std::optional(std::move(holder)) : std::nullopt;
}

std::optional<DecodedLock> tellSidekiq(const KeyReading& reading, WallTime now)
{
    constexpr std::size_t kLongestJob = 64;
    std::vector<Holder> holders;
    for (const auto& [job, value] : reading.fields) {
        if (job.empty() || job.size() > kLongestJob || value.empty()
            || value.size() > KeyReading::kMaxValue)
            return std::nullopt;
        auto holder = value.front() == '{' ? parseObject(value, now) : parseTime(value, now);
        if (!holder)
            return std::nullopt;
        holder->detail = absl::Substitute(trNoop("job $0", "holder"), job);
        holder->member = fingerprintOfPart(job, value);
        holders.push_back(std::move(*holder));
    }
    // A limit above one admits several jobs.
    const LockMode mode = holders.size() > 1 ? LockMode::Semaphore : LockMode::Exclusive;
    return lockOf(std::move(holders), ValueScope::Acquisition, mode, trNoop("$0 jobs", "holder"));
}

/// `uniquejobs:<digest>:LOCKED`, perhaps with `:RUN`.
MaybeCertain certaintyOfSidekiq(const KeyReading& reading, NameHint /*name*/)
{
    constexpr std::size_t kShortestDigest = 32;
    std::string_view digest = reading.key;
    digest.remove_suffix(kLocked.size());
    if (digest.ends_with(":RUN"))
        digest.remove_suffix(std::string_view(":RUN").size());
    digest.remove_prefix(digest.rfind(':') + 1);
    return digest.size() >= kShortestDigest && isLowerHex(digest)
        ? ReasonedCertainty{}
        : ReasonedCertainty{Certainty::Possible, CertaintyReason::ValueUnderOtherName};
}

/// As by unlock, an element wakes the next one blocked on the queue.
PartRelease partOfSidekiq(std::string_view key, const DecodedLock& /*told*/)
{
    key.remove_suffix(std::min(kLocked.size(), key.size()));
    const std::string digest(key);
    return {.kind = PartKind::SidekiqJob,
        .keys = {digest, digest + ":QUEUED", digest + ":PRIMED", digest + ":INFO",
            "uniquejobs:digests", "uniquejobs:expiring_digests"},
        .wakeUp
        = WakeUp{.list = digest + ":QUEUED", .message = "1", .listLasts = std::chrono::seconds(5)}};
}

} // namespace

/// Source: lua/lock.lua, lua/unlock.lua, lua/unlock_v9.lua, key.rb, locksmith.rb.
Format sidekiqFormat()
{
    return {.name = "sidekiq-unique-jobs",
        .shape = {.type = ValueType::Hash, .keyEnds = std::string(kLocked)},
        .recognise = tellSidekiq,
        .certainty = certaintyOfSidekiq,
        .isReleasable = false,
        .part = partOfSidekiq};
}

} // namespace lockkeeper::observe
