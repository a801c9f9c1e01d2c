// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/never_destroyed.h"
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/plain_value.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr const char* kSharedCaution = trNoop(
    "the next holder may store the same value: only the time at which the key expires, to a "
    "tenth of a second, tells them apart, and without a TTL nothing does",
    "data");

Formats shared(std::vector<Format> list)
{
    Formats formats;
    for (Format& format : list)
        formats.push_back(std::make_shared<const Format>(std::move(format)));
    return formats;
}

/// Formats that are recognised by the key's name and type come before those recognised by the value
/// alone, and distinctive values before values that many programs write.
Formats makeBuiltin()
{
    return shared({
        lk1Format(),
        tombstoneFormat(),
        tombstoneHashFormat(),
        redissonFormat(),
        redissonReadWriteFormat(),
        redissonMultiFormat(),
        redissonPermitsFormat(),
        juiceFsFormat(),
        sidekiqFormat(),
        distributedLockReadersFormat(),
        distributedLockSemaphoreFormat(),
        redisSemaphoreFormat(),
        symfonyFormat(),
        symfonySemaphoreFormat(),
        shedLockFormat(),
        distributedLockWriterFormat(),
        distributedLockFormat(),
        resqueSchedulerFormat(),
        phpRedisFormat(),
        nextcloudFormat(),
        bullMqFormat(),
        bullFormat(),
        rqFormat(),
        simpleRedisMutexFormat(),
        warlockFormat(),
        asynqFormat(),
        activeJobUniquenessFormat(),
        celerySingletonFormat(),
        celeryOnceFormat(),
        cloudtaskerFormat(),
        lonelyJobFormat(),
        redisSemaphoreMutexFormat(),
        redLockNetFormat(),
        gitLabFormat(),
        rueidisLockFormat(),
        laravelJobFormat(),
        laravelFormat(),
        pythonRedisLockFormat(),
        redisPyFormat(),
        nodeRedlockFormat(),
        redsyncFormat(),
        redlockCppFormat(),
        redisPlusPlusFormat(),
        redlockRbFormat(),
        timestampFormat(),
        setnxFormat(),
        unknownFormat(),
        unknownHashFormat(),
        unknownSortedSetFormat(),
    });
}

Formats makeHintOnly()
{
    return shared({
        potteryFormat(),
        aioredlockFormat(),
        springFormat(),
        bsmRedislockFormat(),
        rslockFormat(),
        redissonSemaphoreFormat(),
        redissonLatchFormat(),
    });
}

} // namespace

const Formats& builtinFormats()
{
    static const NeverDestroyed<Formats> formats(makeBuiltin());
    return *formats;
}

const Formats& hintOnlyFormats()
{
    static const NeverDestroyed<Formats> formats(makeHintOnly());
    return *formats;
}

FormatPtr builtinFormat(std::string_view name)
{
    for (const Formats* formats : {&builtinFormats(), &hintOnlyFormats()}) {
        const auto found = std::ranges::find(
            *formats, name, [](const FormatPtr& format) { return std::string_view(format->name); });
        if (found != formats->end())
            return *found;
    }
    return nullptr;
}

DecodedLock withFormatDetails(const Format& format, DecodedLock told, std::string_view key)
{
    told.format = format.name;
    told.isReleasable = format.isReleasable;
    told.caution = format.caution;
    if (told.isValueShared() && format.isReleasable)
        told.caution = format.caution.empty()
            ? kSharedCaution
            : absl::Substitute(trNoop("$0. Besides, $1", "data"), format.caution, kSharedCaution);
    if (told.alternatives.empty())
        told.alternatives = format.alternatives;
    if (format.wakeUp)
        told.wakeUp = format.wakeUp(key);
    if (format.queueKey)
        told.queueKey = format.queueKey(key);
    return told;
}

} // namespace lockkeeper::observe
