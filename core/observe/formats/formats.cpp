// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"

#include <array>

namespace lockkeeper::observe {

namespace {

constexpr std::array kBuiltin{
    Format{"lk1", recogniseLk1},
    Format{"lk1-revoked", recogniseTombstone},
    Format{"redisson", recogniseRedisson},
    Format{"redisson-rw", recogniseRedissonReadWrite},
    Format{"redis-py", recogniseRedisPy},
    Format{"node-redlock", recogniseNodeRedlock},
    Format{"setnx-timestamp", recogniseTimestamp},
    Format{"setnx-expire", recogniseSetnx},
};

} // namespace

std::span<const Format> builtinFormats()
{
    return kBuiltin;
}

std::optional<Recognised> recognise(
    std::span<const Format> formats, const KeyReading& reading, WallTime now)
{
    for (const auto& format : formats) {
        if (auto lock = format.recognise(reading, now))
            return lock;
    }
    return std::nullopt;
}

} // namespace lockkeeper::observe
