// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/journal_lines.h"

#include "core/release/journal_chain.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

namespace lockkeeper::release {
namespace {

tl::unexpected<Error> unreadable(const std::filesystem::path& file, const std::string& reason)
{
    return fail(ErrorClass::Journal, displaySafe(file.string(), 4096) + ": " + reason);
}

/// Oldest first. `isCut`: `text` begins within a line.
std::vector<std::string_view> linesOf(std::string_view text, bool isCut, std::size_t most)
{
    std::vector<std::string_view> lines;
    if (isCut)
        text.remove_prefix(std::min(text.size(), text.find('\n')));
    while (!text.empty() && lines.size() < most) {
        const std::size_t end = text.rfind('\n');
        const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
        if (begin < text.size())
            lines.push_back(text.substr(begin));
        text = text.substr(0, begin == 0 ? 0 : end);
    }
    std::reverse(lines.begin(), lines.end());
    return lines;
}

Result<bool> isThere(const std::filesystem::path& file)
{
    std::error_code failure;
    const auto status = std::filesystem::status(file, failure);
    if (status.type() == std::filesystem::file_type::not_found)
        return false;
    if (!std::filesystem::is_regular_file(status))
        return unreadable(file, failure ? failure.message() : trNoop("not a regular file", "data"));
    return true;
}

} // namespace

Result<JournalEntries> readJournal(const std::filesystem::path& file, JournalLimits limits)
{
    if (const auto found = isThere(file); !found || !*found)
        return found.map([](bool) { return JournalEntries(); });
    errno = 0;
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const auto size
        = static_cast<std::size_t>(std::max(std::streamoff(0), std::streamoff(stream.tellg())));
    std::string text(std::min(size, limits.bytes), '\0');
    stream.seekg(static_cast<std::streamoff>(size - text.size()));
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream)
        return unreadable(file, std::generic_category().message(errno == 0 ? EIO : errno));
    JournalEntries read;
    for (const std::string_view line : linesOf(text, size > text.size(), limits.lines)) {
        auto entry = parseJournalEntry(line);
        if (entry)
            read.entries.push_back(std::move(*entry));
        else
            ++read.unreadable;
    }
    read.chainBreak = chainBreakIn(text, size == text.size());
    return read;
}

Deeds deedsOf(const JournalEntries& entries)
{
    Deeds found{.deeds = {}, .unreadable = entries.unreadable, .chainBreak = entries.chainBreak};
    std::unordered_map<std::string, std::size_t> places;
    std::unordered_map<std::string, JournalPlan> runs;
    for (const JournalEntry& entry : entries.entries) {
        if (const auto* run = std::get_if<JournalPlan>(&entry)) {
            runs[run->plan] = *run;
            continue;
        }
        if (const auto* intent = std::get_if<JournalIntent>(&entry)) {
            if (places.try_emplace(intent->id, found.deeds.size()).second)
                found.deeds.push_back({*intent});
            else
                ++found.unreadable;
            continue;
        }
        const auto& id
            = std::visit([](const auto& one) -> const std::string& { return one.id; }, entry);
        const auto place = places.find(id);
        if (place == places.end())
            continue;
        Deed& deed = found.deeds[place->second];
        if (const auto* result = std::get_if<JournalResult>(&entry))
            deed.result = *result;
        else if (!deed.next) // the first of two windows counts
            deed.next = std::get<JournalNext>(entry);
    }
    for (Deed& deed : found.deeds) {
        const auto run = runs.find(deed.intent.plan);
        if (run != runs.end() && !deed.intent.plan.empty())
            deed.run = run->second;
    }
    return found;
}

Result<std::vector<Deed>> deedsOfPlan(const std::filesystem::path& file, const std::string& planId)
{
    if (const auto found = isThere(file); !found || !*found)
        return found.map([](bool) { return std::vector<Deed>(); });
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    JournalEntries entries;
    std::unordered_set<std::string> ids;
    for (std::string line; std::getline(stream, line);) {
        // Saves parsing lines of other plans.
        const bool isIntent = line.find(planId) != std::string::npos;
        if (!isIntent && (ids.empty() || line.find("result") == std::string::npos))
            continue;
        auto entry = parseJournalEntry(line);
        if (!entry)
            continue;
        const auto* const intent = std::get_if<JournalIntent>(&*entry);
        const auto* const result = std::get_if<JournalResult>(&*entry);
        if (intent != nullptr && intent->plan == planId)
            ids.insert(intent->id);
        else if (result == nullptr || !ids.contains(result->id))
            continue;
        entries.entries.push_back(std::move(*entry));
    }
    if (!stream.eof())
        return unreadable(file, std::generic_category().message(errno == 0 ? EIO : errno));
    return deedsOf(entries).deeds;
}

} // namespace lockkeeper::release
