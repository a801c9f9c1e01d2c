// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/value_pattern.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <array>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace lockkeeper::config {
namespace {

constexpr std::size_t kLongestPattern = 4096;
constexpr std::uint32_t kMostSteps = 20'000;
constexpr std::uint32_t kMostHeap = 1024; // KiB

template <auto Free> struct Freer {
    template <class T> void operator()(T* object) const noexcept { Free(object); }
};
using Code = std::unique_ptr<pcre2_code, Freer<pcre2_code_free>>;
using Limits = std::unique_ptr<pcre2_match_context, Freer<pcre2_match_context_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, Freer<pcre2_match_data_free>>;

struct Group {
    const char* name;
    std::optional<std::string> ValuePattern::Fields::*field;
};
using Fields = ValuePattern::Fields;
constexpr std::array<Group, 5> kGroups{{{"host", &Fields::host}, {"pid", &Fields::pid},
    {"thread", &Fields::thread}, {"app", &Fields::app}, {"since", &Fields::since}}};

std::string messageOf(int code)
{
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(code, text.data(), text.size());
    return reinterpret_cast<const char*>(text.data());
}

std::optional<std::string> unknownGroup(const pcre2_code& code)
{
    std::uint32_t count = 0;
    std::uint32_t size = 0;
    PCRE2_SPTR table = nullptr;
    pcre2_pattern_info(&code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(&code, PCRE2_INFO_NAMEENTRYSIZE, &size);
    pcre2_pattern_info(&code, PCRE2_INFO_NAMETABLE, &table);
    for (std::uint32_t i = 0; i < count; ++i) {
        // The group's number in two bytes, then its name.
        const std::string name = reinterpret_cast<const char*>(table + std::size_t{i} * size + 2);
        bool isKnown = false;
        for (const Group& group : kGroups)
            isKnown = isKnown || name == group.name;
        if (!isKnown)
            return name;
    }
    return std::nullopt;
}

} // namespace

struct ValuePattern::Private {
    Code code;
    Limits limits;
};

ValuePattern::ValuePattern(std::shared_ptr<const Private> d)
    : m_d(std::move(d))
{ }

Result<ValuePattern> ValuePattern::compile(const UserFormat& format)
{
    const std::string pattern = format.value.empty() ? "(?s).*" : format.value;
    if (pattern.size() > kLongestPattern)
        return fail(ErrorClass::InvalidArgument,
            trNoop("the regular expression is longer than 4096", "data"));
    int error = 0;
    PCRE2_SIZE offset = 0;
    auto d = std::make_shared<Private>();
    d->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
        PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C, &error, &offset, nullptr));
    if (!d->code)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("the regular expression is wrong at character $0: $1", "data"),
                offset + 1, messageOf(error)));
    if (const auto name = unknownGroup(*d->code))
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("the group '$0' means nothing; there are host, pid, thread, "
                                    "app and since",
                                 "data"),
                displaySafe(*name)));
    d->limits.reset(pcre2_match_context_create(nullptr));
    pcre2_set_match_limit(d->limits.get(), kMostSteps);
    pcre2_set_heap_limit(d->limits.get(), kMostHeap);
    return ValuePattern(std::move(d));
}

std::optional<ValuePattern::Fields> ValuePattern::match(std::string_view value) const
{
    const MatchData data(pcre2_match_data_create_from_pattern(m_d->code.get(), nullptr));
    const auto* const subject = reinterpret_cast<PCRE2_SPTR>(value.data());
    if (!data
        || pcre2_match(m_d->code.get(), subject, value.size(), 0,
               PCRE2_ANCHORED | PCRE2_ENDANCHORED, data.get(), m_d->limits.get())
            < 0)
        return std::nullopt;
    Fields fields;
    for (const Group& group : kGroups) {
        PCRE2_UCHAR* text = nullptr;
        PCRE2_SIZE size = 0;
        const auto* const name = reinterpret_cast<PCRE2_SPTR>(group.name);
        if (pcre2_substring_get_byname(data.get(), name, &text, &size) != 0)
            continue;
        fields.*group.field = std::string(reinterpret_cast<const char*>(text), size);
        pcre2_substring_free(text);
    }
    return fields;
}

} // namespace lockkeeper::config
