// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <absl/functional/function_ref.h>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

enum class Language { English, SimplifiedChinese };

/// The language of `en`, `zh_CN`, `zh_CN.UTF-8`, `zh-Hans`, `zh_SG@pinyin` and the like, and of
/// `C`; nullopt for a language without a translation, which traditional Chinese is.
[[nodiscard]] std::optional<Language> languageFromName(std::string_view name);

/// The language that the environment asks for: LOCKKEEPER_LANGUAGE, then LC_ALL if it is C or
/// POSIX (scripts set that for output in English), then the first known language of LANGUAGE, then
/// LC_ALL, LC_MESSAGES and LANG, of which the first that is set decides.
/// `variable` returns the value of a variable, or nullptr. Source: gettext's manual, but LANGUAGE
/// also counts where LANG is C, as in containers without locales.
[[nodiscard]] Language languageOfEnvironment(
    absl::FunctionRef<const char*(const char* name)> variable);
[[nodiscard]] Language languageOfEnvironment();

/// What to tell the user, in English and fit to be shown, if LOCKKEEPER_LANGUAGE is none of our
/// languages and so is ignored; else nullopt.
[[nodiscard]] std::optional<std::string> ignoredLanguage(
    absl::FunctionRef<const char*(const char* name)> variable);
[[nodiscard]] std::optional<std::string> ignoredLanguage();

/// Shows all texts of this process in `language` from now on. Best called before there are threads.
void useLanguage(Language language);

} // namespace lockkeeper
