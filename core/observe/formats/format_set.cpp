// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/format_set.h"

#include "core/config/value_pattern.h"
#include "core/observe/formats/holder_name.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/plain_value.h"
#include "core/observe/formats/value_scope.h"
#include "core/observe/notes/note.h"
#include "core/redis/glob.h"
#include "core/text/display_safe.h"
#include "core/text/tr_noop.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::int64_t kMostSince = 100'000'000'000'000; // ms; later than any plausible time

using config::UserFormat;
using config::ValuePattern;

struct CompiledFormat {
    ValueType type = ValueType::String;
    std::optional<ValuePattern> pattern{}; ///< unset: any value
    std::chrono::milliseconds sinceUnit{1};
};

ValueType typeOf(UserFormat::Type type)
{
    switch (type) {
    case UserFormat::Type::String:
        return ValueType::String;
    case UserFormat::Type::Hash:
        return ValueType::Hash;
    case UserFormat::Type::List:
        return ValueType::List;
    case UserFormat::Type::Set:
        return ValueType::Set;
    case UserFormat::Type::SortedSet:
        return ValueType::SortedSet;
    }
    return ValueType::Other;
}

Holder holderOf(ValuePattern::Fields fields, std::chrono::milliseconds sinceUnit, WallTime now)
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

std::optional<Holder> decodeText(const CompiledFormat& format, std::string_view text, WallTime now)
{
    if (!format.pattern)
        return Holder{};
    if (text.size() > KeyReading::kMaxValue)
        return std::nullopt;
    auto fields = format.pattern->match(text);
    if (!fields)
        return std::nullopt;
    return holderOf(std::move(*fields), format.sinceUnit, now);
}

std::optional<DecodedLock> decodeOwn(
    const CompiledFormat& format, const KeyReading& reading, WallTime now)
{
    if (reading.isTooLong)
        return std::nullopt;
    if (format.type == ValueType::String) {
        auto holder = decodeText(format, reading.value, now);
        if (!holder)
            return std::nullopt;
        return DecodedLock{.scope = scopeOfValue(reading), .holder = std::move(*holder)};
    }
    std::vector<Holder> holders;
    for (const auto& [text, value] : reading.fields) {
        if (auto holder = decodeText(format, text, now))
            holders.push_back(std::move(*holder));
    }
    return lockOf(std::move(holders), ValueScope::Shared, LockMode::Exclusive,
        trNoop("$0 holders", "holder"));
}

bool hasQueue(const FormatPtr& format)
{
    return static_cast<bool>(format->waits.queue);
}

constexpr ReasonedCertainty kNamed{Certainty::Certain, CertaintyReason::Named};

auto certainUnder(std::string keys)
{
    return [keys = std::move(keys)](const KeyReading& reading, NameHint) {
        return redis::globMatches(keys, reading.key) ? std::optional(kNamed) : std::nullopt;
    };
}

Result<FormatPtr> fromUser(const UserFormat& user)
{
    const bool isInSeconds = user.sinceUnit == UserFormat::SinceUnit::Seconds;
    CompiledFormat own{
        .type = typeOf(user.type), .sinceUnit = std::chrono::milliseconds(isInSeconds ? 1000 : 1)};
    if (!user.value.empty()) {
        auto pattern = ValuePattern::compile(user);
        if (!pattern)
            return tl::make_unexpected(std::move(pattern.error()));
        own.pattern = std::move(*pattern);
    }
    const bool isReleasable = own.type == ValueType::String;
    return std::make_shared<const Format>(Format{.name = user.name,
        .shape = {.type = own.type},
        .recognise
        = [own](const KeyReading& reading, WallTime now) { return decodeOwn(own, reading, now); },
        .certainty = certainUnder(user.keys),
        .isReleasable = isReleasable});
}

/// For all matching keys, whatever else is known of keys.
FormatPtr hinted(const FormatPtr& format, const std::string& keys)
{
    Format copy = *format;
    copy.alternatives.clear();
    copy.certainty = certainUnder(keys);
    copy.shape.keyBegins = {};
    copy.shape.keyEnds = {};
    copy.recognise
        = [format](const KeyReading& reading, WallTime now) -> std::optional<DecodedLock> {
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

Result<Formats> takeOwn(Formats known, const std::vector<UserFormat>& own)
{
    Formats formats;
    for (const UserFormat& format : own) {
        if (format.name.empty() || format.keys.empty())
            return fail(ErrorClass::InvalidArgument,
                trNoop("a lock format needs a name and its keys", "data"));
        if (named(known, format.name))
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(trNoop("there are two lock formats of the name '$0'", "data"),
                    displaySafe(format.name)));
        auto compiled = fromUser(format);
        if (!compiled)
            return tl::make_unexpected(std::move(compiled.error()));
        formats.push_back(std::move(*compiled));
        known.push_back(formats.back());
    }
    return formats;
}

Formats allBuiltin()
{
    Formats all = builtinFormats();
    all.insert(all.end(), hintOnlyFormats().begin(), hintOnlyFormats().end());
    return all;
}

/// A leading wildcard matches too much.
bool saysSomething(const std::string& pattern)
{
    constexpr std::string_view kWildcards = "*?[";
    return !pattern.empty() && kWildcards.find(pattern.front()) == std::string_view::npos;
}

} // namespace

Result<FormatSet> FormatSet::of(const config::Deployment& deployment)
{
    Formats known = allBuiltin();
    auto ownFormats = takeOwn(known, deployment.formats);
    if (!ownFormats)
        return tl::make_unexpected(std::move(ownFormats.error()));
    known.insert(known.end(), ownFormats->begin(), ownFormats->end());

    Formats formats;
    std::vector<std::string> otherNames;
    for (const config::FormatHint& hint : deployment.formatHints) {
        if (hint.keys.empty())
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(
                    trNoop("the hint for '$0' names no keys", "data"), displaySafe(hint.format)));
        if (hint.format == kNoLock) {
            otherNames.push_back(hint.keys);
            continue;
        }
        const FormatPtr format = named(known, hint.format);
        if (!format)
            return fail(ErrorClass::InvalidArgument,
                absl::Substitute(trNoop("there is no lock format of the name '$0'", "data"),
                    displaySafe(hint.format)));
        formats.push_back(hinted(format, hint.keys));
    }
    formats.insert(formats.end(), ownFormats->begin(), ownFormats->end());
    formats.insert(formats.end(), builtinFormats().begin(), builtinFormats().end());
    std::vector<std::string> lockNames;
    std::ranges::copy_if(deployment.patterns, std::back_inserter(lockNames), saysSomething);
    FormatSet set(std::move(formats), std::move(lockNames));
    set.m_otherNames = std::move(otherNames);
    return set;
}

FormatSet::FormatSet(Formats formats, std::vector<std::string> lockNames)
    : m_formats(std::move(formats))
    , m_lockNames(std::move(lockNames))
    , m_queuesBegin(queuePrefixes({}))
{ }

std::optional<Match> FormatSet::match(const KeyReading& reading, WallTime now) const
{
    if (isNoteKey(reading.key))
        return std::nullopt;
    if (reading.type == ValueType::Node) {
        const bool isLock = reading.taken && !redis::anyGlobMatches(m_otherNames, reading.key);
        return isLock ? std::optional(*reading.taken) : std::nullopt;
    }
    if (!redis::anyGlobMatches(m_lockNames, reading.key))
        return matchAs(reading, now, std::nullopt);
    auto found = matchAs(reading, now, NameHint::Lock);
    if (found)
        found->lock.certainty = kNamed;
    return found;
}

std::optional<Match> FormatSet::matchOverwritten(const KeyReading& reading, WallTime now) const
{
    if (reading.type != ValueType::String || reading.isTooLong)
        return std::nullopt;
    auto found = matchAs(reading, now, NameHint::Lock);
    if (found)
        found->lock.certainty = {Certainty::Likely, CertaintyReason::Overwritten};
    return found;
}

std::optional<Match> FormatSet::matchAs(
    const KeyReading& reading, WallTime now, std::optional<NameHint> given) const
{
    if (redis::anyGlobMatches(m_otherNames, reading.key))
        return std::nullopt;
    std::optional<NameHint> name = given;
    for (const FormatPtr& format : m_formats) {
        if (!format->shape.fits(reading))
            continue;
        if (!name)
            name = nameHint(reading.key);
        // Before values are decoded, as most keys fail here.
        const auto certainty = format->certainty(reading, *name);
        if (!certainty)
            continue;
        auto told = format->recognise(reading, now);
        if (!told)
            continue;
        // Locks by structure or by the user's word count even here.
        const bool isSure = certainty->reason == CertaintyReason::Structure
            || certainty->reason == CertaintyReason::Named;
        const bool isBeside = isBesideLock(reading.key)
            || (given != NameHint::Lock && isNumberBesideLock(reading.key));
        if ((!isSure && isBeside) || isFence(reading))
            return std::nullopt;
        told->certainty = *certainty;
        hideSecrets(told->holder);
        std::ranges::for_each(told->holders, hideSecrets);
        // A random token can't be part of the name.
        if (isNamedAfterValue(reading))
            told->scope = ValueScope::Shared;
        return Match{format, std::move(*told)};
    }
    return std::nullopt;
}

Assessment FormatSet::assess(const KeyReading& reading, WallTime now) const
{
    Assessment result{.match = match(reading, now)};
    if (result.match)
        result.reason = result.match->lock.certainty.reason;
    else if (redis::anyGlobMatches(m_otherNames, reading.key))
        result.reason = CertaintyReason::HintedNone;
    else if (isBesideLock(reading.key) || isNumberBesideLock(reading.key) || isFence(reading))
        result.reason = CertaintyReason::BesideLock;
    else if (nameHint(reading.key) == NameHint::Other)
        result.reason = CertaintyReason::NameSaysOther;
    return result;
}

std::optional<DecodedLock> FormatSet::recognise(const KeyReading& reading, WallTime now) const
{
    auto found = match(reading, now);
    if (!found)
        return std::nullopt;
    return withFormatDetails(*found->format, std::move(found->lock), reading.key);
}

std::optional<WaitQueue> FormatSet::queueOf(const KeyReading& reading, WallTime now) const
{
    if (reading.type == ValueType::None) {
        const auto format = std::ranges::find_if(m_formats, hasQueue);
        return format == m_formats.end() ? std::nullopt
                                         : std::optional((*format)->waits.queue(reading.key));
    }
    const auto found = match(reading, now);
    if (!found || !hasQueue(found->format))
        return std::nullopt;
    return found->format->waits.queue(reading.key);
}

std::vector<std::string> FormatSet::queuePrefixes(std::string_view prefix) const
{
    std::vector<std::string> prefixes;
    for (const FormatPtr& format : m_formats) {
        // A name may have its own hash tag.
        for (const std::string_view rest : {"x", "{x}"}) {
            if (!hasQueue(format))
                continue;
            std::string queue = format->waits.queue(std::string(prefix).append(rest)).list;
            queue.resize(queue.rfind(rest));
            if (std::ranges::find(prefixes, queue) == prefixes.end())
                prefixes.push_back(std::move(queue));
        }
    }
    return prefixes;
}

std::optional<std::string> FormatSet::lockOfQueue(std::string_view list) const
{
    for (const std::string& begins : m_queuesBegin) {
        if (!list.starts_with(begins))
            continue;
        std::string_view lock = list.substr(begins.size());
        if (begins.ends_with('{') && lock.ends_with('}'))
            lock.remove_suffix(1);
        if (std::ranges::any_of(m_formats, [&](const FormatPtr& format) {
                return hasQueue(format) && format->waits.queue(lock).list == list;
            }))
            return std::string(lock);
    }
    return std::nullopt;
}

std::vector<std::string> formatNames()
{
    std::vector<std::string> names;
    for (const FormatPtr& format : allBuiltin())
        names.push_back(format->name);
    names.emplace_back(kNoLock);
    return names;
}

std::vector<std::string> formatsThatRead(const KeyReading& reading, WallTime now)
{
    std::vector<std::string> names;
    for (const FormatPtr& format : allBuiltin()) {
        const FormatPtr any = hinted(format, "*");
        if (any->shape.fits(reading) && any->recognise(reading, now)
            && std::ranges::find(names, format->name) == names.end())
            names.push_back(format->name);
    }
    return names;
}

} // namespace lockkeeper::observe
