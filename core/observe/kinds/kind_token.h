// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

struct KindToken {
    enum class Type : std::uint8_t {
        Word,
        Separator,
        Placeholder, ///< differs from key to key
    };
    Type type = Type::Word;
    std::string text; ///< (Placeholder) with brackets: `<uuid>`

    friend bool operator==(const KindToken&, const KindToken&) = default;
};
using KindTokens = std::vector<KindToken>;

/// Reads 256 bytes; the rest is one placeholder.
[[nodiscard]] KindTokens tokensOfName(std::string_view name);

/// `order:42:lock` becomes `order:<n>:lock`: docs/lockctl.md, "kinds". `<hex>` has 8 or more
/// digits, one a letter; `<n>` may follow a word if it has three digits. Escapes `<` and
/// backslashes. Takes any bytes; show it through safeKindText().
[[nodiscard]] std::string kindText(const KindTokens& tokens);

/// displaySafe(), without escaping backslashes again.
[[nodiscard]] std::string safeKindText(std::string_view kind);

[[nodiscard]] std::optional<KindTokens> tokensOfKind(std::string_view text);

[[nodiscard]] std::string kindGlob(const KindTokens& tokens);

struct KindPart {
    std::size_t begin = 0;
    std::size_t end = 0;
};

inline constexpr std::size_t kMostParts = 8;
using KindParts = std::vector<KindPart>;
/// May become `<word>`, best first. Another word must remain; parts that say lock never qualify.
[[nodiscard]] KindParts partsThatMayDiffer(const KindTokens& tokens);

/// Parts must not overlap.
[[nodiscard]] KindTokens withWords(const KindTokens& tokens, std::span<const KindPart> parts);
/// kindText() of withWords(), faster.
[[nodiscard]] std::string textWithWords(const KindTokens& tokens, std::span<const KindPart> parts);

} // namespace lockkeeper::observe
