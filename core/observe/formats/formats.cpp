// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/never_destroyed.h"
#include "core/observe/formats/builtin.h"

namespace lockkeeper::observe {
namespace {

Formats makeBuiltin()
{
    Formats formats;
    for (Format& format : std::vector<Format>{
             lk1Format(),
             tombstoneFormat(),
             redissonFormat(),
             redissonReadWriteFormat(),
             redisPyFormat(),
             nodeRedlockFormat(),
             timestampFormat(),
             setnxFormat(),
         })
        formats.push_back(std::make_shared<const Format>(std::move(format)));
    return formats;
}

} // namespace

const Formats& builtinFormats()
{
    static const NeverDestroyed<Formats> formats(makeBuiltin());
    return *formats;
}

std::optional<Match> match(const Formats& formats, const KeyReading& reading, WallTime now)
{
    for (const FormatPtr& format : formats) {
        if (auto told = format->recognise(reading, now))
            return Match{format, std::move(*told)};
    }
    return std::nullopt;
}

Recognised completed(const Format& format, Recognised told, std::string_view key)
{
    told.format = format.name;
    told.isReleasable = format.isReleasable;
    told.caution = format.caution;
    if (told.alternatives.empty())
        told.alternatives = format.alternatives;
    if (format.wakeUp)
        told.wakeUp = format.wakeUp(key);
    if (format.queueKey)
        told.queueKey = format.queueKey(key);
    return told;
}

std::optional<Recognised> recognise(const Formats& formats, const KeyReading& reading, WallTime now)
{
    auto found = match(formats, reading, now);
    if (!found)
        return std::nullopt;
    return completed(*found->format, std::move(found->lock), reading.key);
}

} // namespace lockkeeper::observe
