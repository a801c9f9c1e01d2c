// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/node_names.h"

#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/split.h"
#include "core/text/translate.h"
#include "core/zookeeper/node_id.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <utility>

namespace lockkeeper::lock {
namespace {

constexpr std::string_view kLk1Prefix = "lk1:";
/// In front of the number.
constexpr std::array<std::string_view, 3> kPlaceMarks{"-lock-", "__lock__", "__rlock__"};

bool isNodeName(std::string_view name)
{
    return !name.empty() && name != "." && name != ".."
        && std::ranges::none_of(name, isAsciiControl);
}

} // namespace

Result<Resource> nodeOfLock(std::string_view root, const Resource& name)
{
    std::string path = name.value();
    if (!path.starts_with('/'))
        path.insert(0, "/");
    if (!root.empty() && !path.starts_with(absl::StrCat(std::string(root), "/")))
        path.insert(0, root);
    const auto parts = split(std::string_view(path).substr(1), '/');
    if (!std::ranges::all_of(parts, isNodeName) || parts.front() == "zookeeper")
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("'$0' is no path of a lock in ZooKeeper: write /locks/orders", "data"),
                displaySafe(name.value())));
    return Resource(std::move(path));
}

std::string placePrefix(std::string_view uuid)
{
    return absl::StrCat("_c_", std::string(uuid), "-lock-");
}

std::optional<std::int64_t> placeNumber(std::string_view name)
{
    for (const std::string_view mark : kPlaceMarks) {
        const std::size_t at = name.rfind(mark);
        if (at == std::string_view::npos)
            continue;
        if (const auto number = zookeeper::sequenceIn(name.substr(at + mark.size())))
            return number;
    }
    return std::nullopt;
}

std::vector<std::string> placesIn(std::vector<std::string> children)
{
    std::vector<std::pair<std::int64_t, std::string>> places;
    for (std::string& name : children) {
        if (const auto number = placeNumber(name))
            places.emplace_back(*number, std::move(name));
    }
    std::ranges::sort(places);
    std::vector<std::string> names;
    for (auto& [number, name] : places)
        names.push_back(std::move(name));
    return names;
}

std::string placeText(const Owner& owner, WallTime time)
{
    return absl::StrCat(std::string(kLk1Prefix), lk1OwnerFields(owner, time));
}

std::optional<Lk1Owner> readPlaceText(std::string_view text)
{
    if (text.starts_with(zookeeper::kCuratorAsk))
        text.remove_prefix(zookeeper::kCuratorAsk.size());
    if (!text.starts_with(kLk1Prefix))
        return std::nullopt;
    const auto fields = splitLk1Fields(text.substr(kLk1Prefix.size()));
    if (!fields || fields->size() <= kLk1OwnerFields || !fields->back().empty())
        return std::nullopt;
    const std::span all(*fields);
    return readLk1Owner(all.first<kLk1OwnerFields>(),
        all.subspan(kLk1OwnerFields, all.size() - kLk1OwnerFields - 1));
}

Fingerprint fingerprintOfNode(std::string_view path, std::int64_t czxid)
{
    return Fingerprint::ofHash({{zookeeper::nodeIdentity(path, czxid), std::string()}});
}

} // namespace lockkeeper::lock
