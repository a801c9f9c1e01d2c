// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/hex.h"

#include <absl/strings/escaping.h>

namespace lockkeeper::observe {
namespace {

std::optional<DecodedLock> tellWarlock(const KeyReading& reading, WallTime now)
{
    constexpr std::size_t kBytes = 16;
    const auto value = stringValue(reading);
    std::string bytes;
    if (!value || !value->ends_with("==")
        || !absl::Base64Unescape({value->data(), value->size()}, &bytes) || bytes.size() != kBytes)
        return std::nullopt;
    return decodeUuid1(hex(bytes), now);
}

} // namespace

/// node-redis-warlock: a uuid1 in base64 under `<name>:lock`, which tells when it was taken and by
/// which node. Source: node-redis-warlock, lib/warlock.js.
Format warlockFormat()
{
    return {.name = "node-redis-warlock",
        .shape = {.shortest = 24, .longest = 24, .keyEnds = ":lock"},
        .recognise = tellWarlock,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
