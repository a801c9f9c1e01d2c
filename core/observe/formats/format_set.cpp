// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/format_set.h"

#include "core/observe/formats/matchers.h"
#include "core/redis/glob.h"
#include "core/text/display_safe.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::int64_t kMostSince = 100'000'000'000'000; // ms; later than any plausible time

Holder holderOf(ValueFields fields, std::chrono::milliseconds sinceUnit, WallTime now)
{
    Holder holder;
    holder.host = std::move(fields.host);
    holder.thread = std::move(fields.thread);
    holder.app = std::move(fields.app);
    if (fields.pid)
        holder.pid = positiveNumber(*fields.pid);
    const auto since = fields.since ? positiveNumber(*fields.since) : std::nullopt;
    if (since && *since <= kMostSince / sinceUnit.count())
        holder.since = plausibleTime(*since * sinceUnit, now + std::chrono::days(1));
    return holder;
}

/// Converts the fields of one text; nullopt if the text does not have this format.
std::optional<Holder> tellText(const OwnFormat& format, std::string_view text, WallTime now)
{
    if (!format.readText)
        return Holder{};
    auto fields = text.size() <= KeyReading::kMaxValue ? format.readText(text) : std::nullopt;
    if (!fields)
        return std::nullopt;
    return holderOf(std::move(*fields), format.sinceUnit, now);
}

std::optional<DecodedLock> tellOwn(const OwnFormat& format, const KeyReading& reading, WallTime now)
{
    if (reading.isTooLong)
        return std::nullopt;
    DecodedLock lock;
    if (format.type == ValueType::String) {
        auto holder = tellText(format, reading.value, now);
        if (!holder)
            return std::nullopt;
        lock.holder = std::move(*holder);
        return lock;
    }
    std::vector<Holder> holders;
    for (const auto& [text, value] : reading.fields) {
        if (auto holder = tellText(format, text, now))
            holders.push_back(std::move(*holder));
    }
    if (holders.empty())
        return std::nullopt;
    setHolders(lock, std::move(holders), "holders");
    return lock;
}

FormatPtr fromOwn(const OwnFormat& own)
{
    return std::make_shared<const Format>(Format{.name = own.name,
        .shape = {.type = own.type},
        .recognise
        = [own](const KeyReading& reading, WallTime now) { return tellOwn(own, reading, now); },
        .fits = [keys = own.keys](
                    const KeyReading& reading) { return redis::globMatches(keys, reading.key); },
        .isReleasable = own.type == ValueType::String});
}

/// `format` for all keys that match, without its other conditions on keys.
FormatPtr hinted(const FormatPtr& format, const std::string& keys)
{
    Format copy = *format;
    copy.alternatives.clear();
    copy.fits = {};
    copy.shape.keyBegins = {};
    copy.shape.keyEnds = {};
    copy.recognise
        = [format, keys](const KeyReading& reading, WallTime now) -> std::optional<DecodedLock> {
        if (!redis::globMatches(keys, reading.key))
            return std::nullopt;
        auto lock = format->recognise(reading, now);
        if (lock)
            lock->alternatives.clear();
        return lock;
    };
    return std::make_shared<const Format>(std::move(copy));
}

FormatPtr named(const Formats& formats, const std::string& name)
{
    const auto found = std::ranges::find(formats, name, [](const FormatPtr& f) { return f->name; });
    return found == formats.end() ? nullptr : *found;
}

Result<Formats> takeOwn(Formats known, const std::vector<OwnFormat>& own)
{
    Formats formats;
    for (const OwnFormat& format : own) {
        if (format.name.empty() || format.keys.empty() || format.sinceUnit.count() <= 0)
            return fail(ErrorClass::InvalidArgument, "a lock format needs a name and its keys");
        if (named(known, format.name))
            return fail(ErrorClass::InvalidArgument,
                "there are two lock formats of the name '" + displaySafe(format.name) + "'");
        formats.push_back(fromOwn(format));
        known.push_back(formats.back());
    }
    return formats;
}

/// All built-in formats: those tried by themselves, and those that need a hint.
Formats allBuiltin()
{
    Formats all = builtinFormats();
    all.insert(all.end(), hintOnlyFormats().begin(), hintOnlyFormats().end());
    return all;
}

} // namespace

Result<Formats> formatSet(const std::vector<FormatHint>& hints, const std::vector<OwnFormat>& own)
{
    Formats known = allBuiltin();
    auto ownFormats = takeOwn(known, own);
    if (!ownFormats)
        return ownFormats;
    known.insert(known.end(), ownFormats->begin(), ownFormats->end());

    Formats formats;
    for (const FormatHint& hint : hints) {
        const FormatPtr format = named(known, hint.format);
        if (!format)
            return fail(ErrorClass::InvalidArgument,
                "there is no lock format of the name '" + displaySafe(hint.format) + "'");
        if (hint.keys.empty())
            return fail(ErrorClass::InvalidArgument,
                "the hint for '" + displaySafe(hint.format) + "' names no keys");
        formats.push_back(hinted(format, hint.keys));
    }
    formats.insert(formats.end(), ownFormats->begin(), ownFormats->end());
    formats.insert(formats.end(), builtinFormats().begin(), builtinFormats().end());
    return formats;
}

std::vector<std::string> formatNames()
{
    std::vector<std::string> names;
    for (const FormatPtr& format : allBuiltin())
        names.push_back(format->name);
    return names;
}

} // namespace lockkeeper::observe
