// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/option_values.h"

#include "core/release/journal_entry.h"
#include "core/result.h"
#include "core/text/display_safe.h"
#include "core/text/duration_text.h"
#include "core/text/translate.h"

#include <ctime>

namespace lockkeeper::ctl {
namespace {

Result<WallTime> parsePastTime(std::string_view text, WallTime now)
{
    if (const auto duration = parseDuration(text))
        return now - *duration;
    const auto wrong = [&](const char* sentence) {
        return fail(ErrorClass::InvalidArgument, absl::Substitute(sentence, displaySafe(text)));
    };
    std::string plain(text);
    if (plain.ends_with('Z'))
        plain.pop_back();
    for (const char* form : {"%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"}) {
        std::tm parts{};
        const char* const end = ::strptime(plain.c_str(), form, &parts);
        if (end == nullptr || *end != '\0')
            continue;
        const std::time_t seconds = ::timegm(&parts);
        if (seconds < 0 || seconds > std::chrono::system_clock::to_time_t(now))
            return wrong(trNoop("'$0' is not in the past, or before 1970", "data"));
        return std::chrono::system_clock::from_time_t(seconds);
    }
    return wrong(
        trNoop("'$0' is no time: write 24h, 2026-11-21 or 2026-11-21T03:14 (UTC)", "data"));
}

template <class Parse, class Take>
CLI::Option* addParsed(
    CLI::App& command, const std::string& name, Parse parse, Take take, const std::string& help)
{
    const auto read = [name, parse, take = std::move(take)](const std::string& text) {
        if (text.empty())
            return;
        const auto value = parse(text);
        if (!value)
            throw CLI::ValidationError(name, trData(value.error().text));
        take(*value);
    };
    return command.add_option_function<std::string>(name, read, help)->type_name("TIME");
}

} // namespace

CLI::Option* addTime(CLI::App& command, const std::string& name,
    std::function<void(std::chrono::milliseconds)> take, const std::string& help)
{
    return addParsed(command, name, parseDuration, std::move(take), help);
}

CLI::Option* addSeconds(CLI::App& command, const std::string& name,
    std::function<void(std::chrono::milliseconds)> take, const std::string& help)
{
    const auto parse = [](const std::string& text) {
        const bool isNumber = text.find_first_not_of("0123456789") == std::string::npos;
        return parseDuration(isNumber ? text + "s" : text);
    };
    return addParsed(command, name, parse, std::move(take), help)->type_name("SECONDS");
}

CLI::Option* addPastTime(CLI::App& command, const std::string& name, std::optional<WallTime>& time,
    const std::string& help)
{
    return addParsed(
        command, name,
        [](const std::string& text) { return parsePastTime(text, systemClock().wallNow()); },
        [&time](WallTime value) { time = value; }, help);
}

void addOutput(CLI::App& command, std::string& file)
{
    command
        .add_option(
            "--output", file, tr("Write to FILE instead of standard output. Replaces it at once"))
        ->type_name("FILE")
        ->check(isGiven);
}

void addWide(CLI::App& command, bool& isWide)
{
    command.add_flag(
        "--wide", isWide, tr("All columns, with whole names, on a narrow terminal too"));
}

void addPerLock(CLI::App& command, bool& isPerLock)
{
    command.add_flag(
        "--per-lock", isPerLock, tr("Also one series for each lock; there may be many"));
}

void checkReason(const std::string& reason)
{
    if (release::isReasonTooLong(reason))
        throw CLI::ValidationError("--reason",
            absl::Substitute(tr("has more than $0 characters, of which the journal keeps no more"),
                release::kMostOfReason));
}

std::string isGiven(const std::string& value)
{
    return value.empty() ? tr("is empty") : "";
}

} // namespace lockkeeper::ctl
