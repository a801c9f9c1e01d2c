// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/deployment_formats.h"

#include "core/config/value_pattern.h"
#include "core/observe/formats/format_set.h"

namespace lockkeeper::observe {
namespace {

ValueType typeOf(config::UserFormat::Type type)
{
    switch (type) {
    case config::UserFormat::Type::String:
        return ValueType::String;
    case config::UserFormat::Type::Hash:
        return ValueType::Hash;
    case config::UserFormat::Type::List:
        return ValueType::List;
    case config::UserFormat::Type::Set:
        return ValueType::Set;
    case config::UserFormat::Type::SortedSet:
        return ValueType::SortedSet;
    }
    return ValueType::Other;
}

Result<OwnFormat> ownFormat(const config::UserFormat& user)
{
    const bool isInSeconds = user.sinceUnit == config::UserFormat::SinceUnit::Seconds;
    OwnFormat own{.name = user.name,
        .keys = user.keys,
        .type = typeOf(user.type),
        .sinceUnit = std::chrono::milliseconds(isInSeconds ? 1000 : 1)};
    if (user.value.empty())
        return own;
    auto pattern = config::ValuePattern::compile(user);
    if (!pattern)
        return tl::make_unexpected(std::move(pattern.error()));
    own.readText
        = [pattern = std::move(*pattern)](std::string_view text) -> std::optional<ValueFields> {
        auto fields = pattern.match(text);
        if (!fields)
            return std::nullopt;
        return ValueFields{.host = std::move(fields->host),
            .pid = std::move(fields->pid),
            .thread = std::move(fields->thread),
            .app = std::move(fields->app),
            .since = std::move(fields->since)};
    };
    return own;
}

} // namespace

Result<Formats> formatsOf(const config::Deployment& deployment)
{
    std::vector<FormatHint> hints;
    for (const config::FormatHint& hint : deployment.formatHints)
        hints.push_back({hint.keys, hint.format});
    std::vector<OwnFormat> own;
    for (const config::UserFormat& user : deployment.formats) {
        auto format = ownFormat(user);
        if (!format)
            return tl::make_unexpected(std::move(format.error()));
        own.push_back(std::move(*format));
    }
    return formatSet(hints, own);
}

} // namespace lockkeeper::observe
