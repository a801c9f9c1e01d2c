// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zookeeper/node_id.h"

#include "core/text/ascii.h"
#include "core/text/number.h"

#include <absl/strings/str_cat.h>
#include <algorithm>

namespace lockkeeper::zookeeper {

std::string NodeId::text() const
{
    return absl::StrCat(czxid, ".", version, ":", path);
}

std::optional<NodeId> NodeId::parse(std::string_view text)
{
    const std::size_t dot = text.find('.');
    const std::size_t colon = text.find(':');
    if (dot >= colon || colon == std::string_view::npos)
        return std::nullopt;
    const auto czxid = numberIn<std::int64_t>(text.substr(0, dot));
    const auto version = numberIn<std::int32_t>(text.substr(dot + 1, colon - dot - 1));
    const std::string_view path = text.substr(colon + 1);
    if (!czxid || !version || !path.starts_with('/'))
        return std::nullopt;
    return NodeId{std::string(path), *czxid, *version};
}

std::string nodeIdentity(std::string_view path, std::int64_t czxid)
{
    return std::string(path.substr(path.rfind('/') + 1)).append("@").append(hexText(czxid));
}

namespace {

constexpr std::size_t kDigits = 10;

} // namespace

std::optional<std::int64_t> sequenceIn(std::string_view text)
{
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (digits.size() != kDigits || !std::ranges::all_of(digits, isAsciiDigit))
        return std::nullopt;
    const auto number = numberIn<std::int32_t>(text);
    return number ? std::optional<std::int64_t>(*number) : std::nullopt;
}

std::optional<std::int64_t> sequenceAtEnd(std::string_view name)
{
    if (name.size() < kDigits)
        return std::nullopt;
    const std::string_view stem = name.substr(0, name.size() - kDigits);
    const auto plain = sequenceIn(name.substr(stem.size()));
    const bool isSigned = stem.ends_with("--") || stem.ends_with("_-");
    if (stem.ends_with('-') && (isSigned || !plain))
        return sequenceIn(name.substr(stem.size() - 1));
    return plain;
}

std::string hexText(std::int64_t number)
{
    return absl::StrCat("0x", absl::Hex(static_cast<std::uint64_t>(number)));
}

} // namespace lockkeeper::zookeeper
