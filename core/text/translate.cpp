// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/translate.h"

#include <absl/strings/ascii.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <utility>

namespace lockkeeper {
namespace {

std::atomic<const Catalogue*> chosenCatalogue = nullptr;
thread_local int englishDepth = 0;
thread_local std::optional<const Catalogue*> languageOfThread;

constexpr char kContextEnd = '\4';
constexpr std::string_view kServerError = "ERR ";
/// Values within values, as server text is hostile.
constexpr int kMostDepth = 6;

const Catalogue* catalogueInUse()
{
    return englishDepth > 0 ? nullptr
        : languageOfThread  ? *languageOfThread
                            : chosenCatalogue.load(std::memory_order_acquire);
}

/// The shortest between the texts `around`. Empty: no match.
std::vector<std::string_view> valuesIn(
    std::string_view text, const std::vector<std::string_view>& around)
{
    if (!text.starts_with(around.front()))
        return {};
    text.remove_prefix(around.front().size());
    std::vector<std::string_view> values;
    for (std::size_t i = 1; i < around.size(); ++i) {
        const bool isLast = i + 1 == around.size();
        const std::size_t at = isLast
            ? (text.ends_with(around[i]) ? text.size() - around[i].size() : std::string_view::npos)
            : text.find(around[i]);
        if (at == std::string_view::npos)
            return {};
        values.push_back(text.substr(0, at));
        text.remove_prefix(at + around[i].size());
    }
    return values;
}

std::size_t ownLength(const std::vector<std::string_view>& around)
{
    return std::accumulate(around.begin(), around.end(), std::size_t{0},
        [](std::size_t sum, std::string_view text) { return sum + text.size(); });
}

} // namespace

Catalogue::Catalogue(std::span<const Entry> entries)
{
    m_texts.reserve(entries.size());
    for (const Entry& entry : entries) {
        m_texts.emplace(entry.english, entry.translated);
        const std::string_view english(entry.english);
        if (const std::size_t at = english.find(kContextEnd); at != std::string_view::npos)
            addFormat(english.substr(0, at), english.substr(at + 1), entry.translated);
    }
    for (auto& [context, formats] : m_formats)
        std::ranges::stable_sort(formats, std::ranges::greater(),
            [](const Format& format) { return ownLength(format.texts); });
}

void Catalogue::addFormat(std::string_view context, std::string_view format, const char* translated)
{
    Format known{.texts = {}, .values = {}, .translated = translated};
    std::size_t begin = 0;
    for (std::size_t at = 0; (at = format.find('$', at)) != std::string_view::npos; at += 2) {
        if (at + 1 == format.size()
            || !absl::ascii_isdigit(static_cast<unsigned char>(format[at + 1])))
            return;
        known.texts.push_back(format.substr(begin, at - begin));
        known.values.push_back(static_cast<std::size_t>(format[at + 1] - '0'));
        begin = at + 2;
    }
    known.texts.push_back(format.substr(begin));
    if (!known.values.empty())
        m_formats[context].push_back(std::move(known));
}

std::string Catalogue::findData(std::string_view english, std::string_view context) const
{
    return findData(english, context, 0);
}

std::string Catalogue::findData(std::string_view english, std::string_view context, int depth) const
{
    const auto known = m_texts.find(std::string(context).append(1, kContextEnd).append(english));
    if (known != m_texts.end())
        return known->second;
    if (depth == kMostDepth || english.starts_with(kServerError))
        return std::string(english);
    const auto formats = m_formats.find(context);
    if (formats == m_formats.end())
        return std::string(english);
    for (const Format& format : formats->second) {
        const std::vector<std::string_view> found = valuesIn(english, format.texts);
        if (found.empty())
            continue;
        std::array<std::string, 10> values;
        for (std::size_t i = 0; i < found.size(); ++i)
            values.at(format.values[i]) = findData(found[i], context, depth + 1);
        return absl::Substitute(format.translated, values[0], values[1], values[2], values[3],
            values[4], values[5], values[6], values[7], values[8], values[9]);
    }
    return findBothSides(english, context, depth);
}

std::string Catalogue::findBothSides(
    std::string_view english, std::string_view context, int depth) const
{
    constexpr std::string_view kColon = ": ";
    const std::size_t at = english.find(kColon);
    if (at == std::string_view::npos)
        return std::string(english);
    const std::string_view what = english.substr(0, at);
    const std::string known = findData(what, context, depth + 1);
    const std::string reason = findData(english.substr(at + kColon.size()), context, depth + 1);
    const char* const format = known == what ? nullptr : find("$0: $1");
    return absl::Substitute(format == nullptr ? "$0: $1" : format, known, reason);
}

const char* Catalogue::find(const char* english, const char* context) const
{
    if (context != nullptr) {
        const auto found
            = m_texts.find(std::string(context).append(1, kContextEnd).append(english));
        if (found != m_texts.end())
            return found->second;
    }
    const auto found = m_texts.find(std::string_view(english));
    return found == m_texts.end() ? nullptr : found->second;
}

void useCatalogue(const Catalogue* catalogue) noexcept
{
    chosenCatalogue.store(catalogue, std::memory_order_release);
}

const char* tr(const char* english, const char* context)
{
    const Catalogue* const catalogue = catalogueInUse();
    const char* const translated
        = catalogue == nullptr ? nullptr : catalogue->find(english, context);
    return translated == nullptr ? english : translated;
}

std::string trData(std::string_view english, std::string_view context)
{
    const Catalogue* const catalogue = catalogueInUse();
    return catalogue == nullptr ? std::string(english) : catalogue->findData(english, context);
}

InLanguage::InLanguage(const Catalogue* catalogue) noexcept
    : m_before(std::exchange(languageOfThread, catalogue))
    , m_englishDepth(std::exchange(englishDepth, 0))
{ }

InLanguage::~InLanguage()
{
    languageOfThread = m_before;
    englishDepth = m_englishDepth;
}

InEnglish::InEnglish() noexcept
{
    ++englishDepth;
}

InEnglish::~InEnglish()
{
    --englishDepth;
}

} // namespace lockkeeper
