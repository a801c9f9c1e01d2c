// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/notes/note.h"

#include "core/text/bounded_json.h"
#include "core/text/display_safe.h"

#include <absl/strings/str_replace.h>
#include <nlohmann/json.hpp>

namespace lockkeeper::observe {
namespace {

using Json = nlohmann::ordered_json;

// Two forms: names `x` and `{x}` have separate notes.
constexpr std::string_view kTagged = "lockkeeper:note::"; ///< then the name, with its hash tag
constexpr std::string_view kUntagged = "lockkeeper:note:{"; ///< then the name and `}`
constexpr std::int64_t kFormVersion = 1;
constexpr std::int64_t kLastMillisecond = std::int64_t{1}
    << 43U; ///< in 2248; WallTime ends in 2262

bool hasHashTag(std::string_view name)
{
    const std::size_t open = name.find('{');
    const std::size_t close = open == std::string_view::npos ? open : name.find('}', open);
    return close != std::string_view::npos && close > open + 1;
}

std::optional<std::int64_t> memberNumber(const Json& object, const char* name)
{
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    // Too large numbers become negative.
    return found->get<std::int64_t>();
}

} // namespace

std::string noteKeyOf(const Resource& resource)
{
    const std::string& name = resource.value();
    if (hasHashTag(name))
        return std::string(kTagged) + name;
    return std::string(kUntagged) + name + "}";
}

std::optional<Resource> resourceOfNoteKey(std::string_view key)
{
    std::string_view name = key;
    if (key.starts_with(kTagged)) {
        name.remove_prefix(kTagged.size());
    } else if (key.starts_with(kUntagged) && key.ends_with('}')) {
        name.remove_prefix(kUntagged.size());
        name.remove_suffix(1);
    } else {
        return std::nullopt;
    }
    Resource resource{std::string(name)};
    return noteKeyOf(resource) == key ? std::optional(std::move(resource)) : std::nullopt;
}

bool isOneLine(std::string_view text, std::size_t most)
{
    if (text.empty() || text.size() > 4 * most)
        return false;
    const std::string whole = displaySafe(text, text.size() + 1);
    // The only escape of a visible character.
    return absl::StrReplaceAll(whole, {{"\\\\", "\\"}}) == text && displaySafe(text, most) == whole;
}

std::string noteValue(const Note& note)
{
    const auto since
        = std::chrono::floor<std::chrono::milliseconds>(note.since.time_since_epoch()).count();
    const Json object{
        {"v", kFormVersion}, {"author", note.author}, {"since", since}, {"text", note.text}};
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Note noteOfValue(std::string_view value)
{
    Note note{.kind = Note::Kind::Unreadable};
    if (value.size() > Note::kMaxValue)
        return note;
    const Json object = parseBoundedJson<Json>(value);
    if (!object.is_object() || memberNumber(object, "v") != kFormVersion)
        return note;
    std::string author = textMember(object, "author").value_or("");
    std::string text = textMember(object, "text").value_or("");
    const auto since = memberNumber(object, "since");
    if (!since || *since < 0 || *since > kLastMillisecond || !isOneLine(author, Note::kMostOfAuthor)
        || !isOneLine(text, Note::kMostOfText))
        return note;
    note.kind = Note::Kind::Readable;
    note.author = std::move(author);
    note.since = WallTime(std::chrono::milliseconds(*since));
    note.text = std::move(text);
    return note;
}

} // namespace lockkeeper::observe
