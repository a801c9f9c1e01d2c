// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/ascii.h"
#include "core/text/tr_noop.h"

#include <algorithm>
#include <iterator>

namespace lockkeeper::observe {
namespace {

constexpr std::string_view kHueyResults = "huey.results.";

/// huey 3 keeps letters, digits and underscores in keys; earlier versions drop capitals and
/// underscores.
std::string essence(std::string_view name)
{
    std::string kept;
    std::ranges::copy_if(name, std::back_inserter(kept),
        [](char c) { return isAsciiDigit(c) || (c >= 'a' && c <= 'z'); });
    return kept;
}

std::string_view hueyLock(std::string_view field, std::string_view application)
{
    constexpr std::string_view kLock = ".lock.";
    for (auto at = field.find(kLock); at != std::string_view::npos;
         at = field.find(kLock, at + 1)) {
        if (essence(field.substr(0, at)) == essence(application))
            return field.substr(at + kLock.size());
    }
    return {};
}

std::optional<DecodedLock> tellHuey(const KeyReading& reading, WallTime /*now*/)
{
    const auto application
        = std::string_view(reading.key).substr(std::min(kHueyResults.size(), reading.key.size()));
    std::vector<Holder> holders;
    for (const auto& [field, value] : reading.fields) {
        const auto lock = hueyLock(field, application);
        if (lock.empty())
            continue;
        Holder holder;
        holder.detail = std::string(lock);
        holder.member = fingerprintOfPart(field, value);
        holders.push_back(std::move(holder));
    }
    return lockOf(
        std::move(holders), ValueScope::Shared, LockMode::Exclusive, trNoop("$0 locks", "holder"));
}

std::optional<DecodedLock> tellCmSession(const KeyReading& reading, WallTime /*now*/)
{
    const auto valueOf = [&](std::string_view name) -> std::string_view {
        const auto found = std::ranges::find(
            reading.fields, name, [](const auto& field) { return std::string_view(field.first); });
        return found == reading.fields.end() ? std::string_view() : found->second;
    };
    const auto owner = parseHostAndPid(valueOf("pid"), '|');
    if (!owner || !positiveNumber(valueOf("lock")))
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Shared, .holder = *owner};
}

} // namespace

// Locks within somebody's data, which releases leave alone.

/// As by clear(). Source: huey/api.py, TaskLock; huey/storage.py, put_if_empty.
Format hueyFormat()
{
    return {.name = "huey",
        .shape = {.type = ValueType::Hash, .keyBegins = std::string(kHueyResults)},
        .recognise = tellHuey,
        .isReleasable = false,
        .part = [](std::string_view, const DecodedLock&) {
            return PartRelease{.kind = PartKind::Field};
        }};
}

/// Field `lock` counts attempts. Source: Cm_RedisSession, Model/Session.php.
Format cmSessionFormat()
{
    return {.name = "Cm_RedisSession",
        .shape = {.type = ValueType::Hash, .keyBegins = "sess_"},
        .recognise = tellCmSession,
        .isReleasable = false,
        .viewOnly = trNoop("View only: the lock is a field of the session's data, and who waits "
                           "breaks it after some tries.",
            "data")};
}

} // namespace lockkeeper::observe
