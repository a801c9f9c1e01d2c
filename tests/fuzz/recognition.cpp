// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/recognition.h"

#include "core/config/deployment.h"
#include "core/observe/board/packed_lock.h"
#include "core/observe/formats/format_set.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

namespace lockkeeper::fuzz {
namespace {

using observe::DecodedLock;
using observe::Formats;
using observe::FormatSet;
using observe::Holder;

constexpr WallTime kNow{std::chrono::seconds(1'795'262'400)};

FormatSet makeFormats()
{
    using Type = config::UserFormat::Type;
    config::Deployment deployment;
    for (const Formats& formats : {observe::builtinFormats(), observe::hintOnlyFormats()}) {
        for (const observe::FormatPtr& format : formats)
            deployment.formatHints.push_back({format->name + "!*", format->name});
    }
    deployment.formats = {{.name = "own text",
                              .keys = "own:*",
                              .value = "(?<host>[^:]*):(?<pid>\\d+):(?<thread>.*):(?<since>\\d+)",
                              .sinceUnit = config::UserFormat::SinceUnit::Seconds},
        {.name = "own hash", .keys = "own:*", .type = Type::Hash, .value = ""},
        {.name = "own list", .keys = "own:*", .type = Type::List, .value = ""},
        {.name = "own set", .keys = "own:*", .type = Type::Set, .value = ""},
        {.name = "own zset", .keys = "own:*", .type = Type::SortedSet, .value = ""}};
    return FormatSet::of(deployment).value();
}

void checkHolder(const Holder& holder)
{
    for (const auto& text : {holder.host, holder.thread, holder.app, holder.detail})
        checkDisplayable(text.value_or(""));
    // Times are shown: what can't be is no time.
    check(
        !holder.since || sinceEpoch(*holder.since).count() > 0, "a lock was not taken before 1970");
}

void checkLock(const DecodedLock& lock)
{
    check(!lock.format.empty(), "a lock has a format");
    checkDisplayable(lock.format);
    checkHolder(lock.holder);
    for (const Holder& holder : lock.holders)
        checkHolder(holder);
    for (const std::string& other : lock.alternatives)
        check(other != lock.format, "a format is no alternative to itself");
    checkPrintable(lock.caution);
    if (lock.wakeUp) {
        check(lock.wakeUp->channel.empty() != lock.wakeUp->list.empty(), "a channel or a list");
        checkDisplayable(lock.wakeUp->place());
        checkDisplayable(lock.wakeUp->message);
    }
}

} // namespace

const FormatSet& allFormats()
{
    static const FormatSet formats = makeFormats();
    return formats;
}

void checkRecognition(const FormatSet& formats, const observe::KeyReading& reading)
{
    const auto lock = formats.recognise(reading, kNow);
    check(lock == formats.recognise(reading, kNow), "a reading is read the same twice");
    if (!lock)
        return;
    check(reading.fingerprint().has_value(), "a lock has a fingerprint");
    checkLock(*lock);
    auto found = formats.match(reading, kNow);
    const observe::PackedLock packed(found->format, std::move(found->lock));
    check(packed.unpack(reading.key) == *lock, "a lock is the same when it was packed");
    check(packed.formatName() == lock->format, "so is its format");
}

} // namespace lockkeeper::fuzz
