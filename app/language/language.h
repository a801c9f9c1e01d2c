// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <absl/functional/function_ref.h>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

class Catalogue;

enum class Language { English, SimplifiedChinese };

/// `en`, `zh_CN`, `zh_CN.UTF-8`, `zh-Hans`, `zh_SG@pinyin`, `C`. nullopt without a translation, as
/// for traditional Chinese.
[[nodiscard]] std::optional<Language> languageFromName(std::string_view name);

/// The first that decides: LOCKKEEPER_LANGUAGE; LC_ALL if C or POSIX (scripts want English); the
/// first known in LANGUAGE; the first set of LC_ALL, LC_MESSAGES, LANG. Source: gettext's manual;
/// but LANGUAGE counts even if LANG is C, as in containers.
[[nodiscard]] Language languageOfEnvironment(
    absl::FunctionRef<const char*(const char* name)> variable);
[[nodiscard]] Language languageOfEnvironment();

/// A warning, in English, if LOCKKEEPER_LANGUAGE is unknown.
[[nodiscard]] std::optional<std::string> ignoredLanguage(
    absl::FunctionRef<const char*(const char* name)> variable);
[[nodiscard]] std::optional<std::string> ignoredLanguage();

/// nullptr: English. Texts live as long as the process.
[[nodiscard]] const Catalogue* catalogueOf(Language language);

/// Process-wide. Call it before threads start.
void useLanguage(Language language);

} // namespace lockkeeper
