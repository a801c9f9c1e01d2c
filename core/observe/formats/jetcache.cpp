// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

namespace {

using namespace std::string_view_literals;

std::optional<DecodedLock> tellJetCache(const KeyReading& reading, WallTime /*now*/)
{
    constexpr auto kBegin = "\x4A\x95\x3A\x80\xAC\xED\x00\x05"sv; // JetCache's mark, then Java's
    constexpr auto kClass = "com.alicp.jetcache.CacheValueHolder"sv;
    constexpr auto kText = "t\x00\x24"sv; // a text of 36 bytes
    constexpr std::size_t kUuid = 36;
    const auto value = stringValue(reading);
    if (!value || value->size() < kBegin.size() + kClass.size() + kText.size() + kUuid
        || !value->starts_with(kBegin) || value->find(kClass) == std::string_view::npos)
        return std::nullopt;
    const std::string_view text = value->substr(value->size() - kUuid - kText.size());
    if (!text.starts_with(kText) || !isUuid(text.substr(kText.size())))
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Acquisition};
}

} // namespace

/// Cache entries with another UUID look the same: the name decides. Source: jetcache-core,
/// Cache.java, support/JavaValueEncoder.java.
Format jetCacheFormat()
{
    // Not revocable: deleted without comparing.
    return {.name = "JetCache",
        .shape = {.shortest = 82, .longest = 512},
        .recognise = tellJetCache,
        .certainty = certainByName,
        .caution
        = trNoop("if its holder lives and is done, that deletes the lock of the next one", "data")};
}

} // namespace lockkeeper::observe
