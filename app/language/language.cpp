// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/language/language.h"

#include "core/never_destroyed.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/split.h"
#include "core/text/translate.h"
#include "resources/translations/translations.h"

#include <array>
#include <cstdlib>

namespace lockkeeper {
namespace {

constexpr const char* kOurVariable = "LOCKKEEPER_LANGUAGE";

std::string_view valueOf(absl::FunctionRef<const char*(const char*)> variable, const char* name)
{
    const char* const value = variable(name);
    return value == nullptr ? std::string_view() : value;
}

bool isPosix(std::string_view locale)
{
    return locale == "C" || locale == "POSIX";
}

const char* environmentVariable(const char* name)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there are no other threads yet
    return std::getenv(name);
}

} // namespace

std::optional<Language> languageFromName(std::string_view name)
{
    std::string locale(name.substr(0, name.find_first_of(".@")));
    for (char& c : locale)
        c = c == '-' ? '_' : toAsciiLower(c);
    if (locale == "c" || locale == "posix" || locale == "en" || locale.starts_with("en_"))
        return Language::English;
    constexpr std::array kSimplified{"zh", "zh_cn", "zh_sg", "zh_hans", "zh_hans_cn", "zh_hans_sg"};
    for (const std::string_view simplified : kSimplified) {
        if (locale == simplified)
            return Language::SimplifiedChinese;
    }
    return std::nullopt;
}

Language languageOfEnvironment(absl::FunctionRef<const char*(const char* name)> variable)
{
    if (const auto language = languageFromName(valueOf(variable, kOurVariable)))
        return *language;
    if (isPosix(valueOf(variable, "LC_ALL")))
        return Language::English;
    for (const std::string_view name : split(valueOf(variable, "LANGUAGE"), ':')) {
        if (const auto language = languageFromName(name))
            return *language;
    }
    for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        if (const std::string_view value = valueOf(variable, name); !value.empty())
            return languageFromName(value).value_or(Language::English);
    }
    return Language::English;
}

Language languageOfEnvironment()
{
    return languageOfEnvironment(environmentVariable);
}

std::optional<std::string> ignoredLanguage(
    absl::FunctionRef<const char*(const char* name)> variable)
{
    const std::string_view asked = valueOf(variable, kOurVariable);
    if (asked.empty() || languageFromName(asked))
        return std::nullopt;
    return std::string(kOurVariable) + '=' + displaySafe(asked) + " is ignored: it is en or zh_CN";
}

std::optional<std::string> ignoredLanguage()
{
    return ignoredLanguage(environmentVariable);
}

const Catalogue* catalogueOf(Language language)
{
    static const NeverDestroyed<Catalogue> chinese(translations::simplifiedChinese());
    return language == Language::SimplifiedChinese ? &*chinese : nullptr;
}

void useLanguage(Language language)
{
    useCatalogue(catalogueOf(language));
}

} // namespace lockkeeper
