// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// A piece of a key's name.
struct KindToken {
    enum class Type : std::uint8_t {
        Word, ///< letters and digits that stay as they are
        Separator, ///< one character between words
        Placeholder, ///< stands for a part that differs from key to key
    };
    Type type = Type::Word;
    std::string text; ///< as in the name; (Placeholder) with brackets: `<uuid>`

    friend bool operator==(const KindToken&, const KindToken&) = default;
};
using KindTokens = std::vector<KindToken>;

/// Reads the first 256 bytes of a name; what follows is one placeholder. Pure.
[[nodiscard]] KindTokens tokensOfName(std::string_view name);

/// The kind as text, see kindOfName(). Pure.
[[nodiscard]] std::string kindText(const KindTokens& tokens);

/// The pattern of all names of a kind, see globOfKind(). Pure.
[[nodiscard]] std::string kindGlob(const KindTokens& tokens);

/// A part of a name that may differ among the names of one kind: tokens [begin, end).
struct KindPart {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The parts of which one may become `<word>`, the best choice first. The others tell enough to
/// recognise the kind: there is a word left. A part that says lock never becomes `<word>`. At most
/// kMostParts. Pure.
inline constexpr std::size_t kMostParts = 8;
using KindParts = std::vector<KindPart>;
[[nodiscard]] KindParts partsThatMayDiffer(const KindTokens& tokens);

/// `tokens` with `<word>` in the place of the parts, which must not overlap. Pure.
[[nodiscard]] KindTokens withWords(const KindTokens& tokens, std::span<const KindPart> parts);
/// kindText() of withWords(), but faster. Pure.
[[nodiscard]] std::string textWithWords(const KindTokens& tokens, std::span<const KindPart> parts);

} // namespace lockkeeper::observe
