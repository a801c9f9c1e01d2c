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

/// A kind as text: a key's name with placeholders for its variable parts: `order:42:lock` is of the
/// kind `order:<n>:lock`.
///
/// | placeholder | stands for |
/// |---|---|
/// | `<uuid>` | a uuid with dashes |
/// | `<hex>` | 8 or more hex digits with a letter: a digest, an id |
/// | `<n>` | a number, also one of three digits or more behind a word |
/// | `<date>` | a date, with or without a time |
/// | `<id>` | random letters and digits |
/// | `<email>`, `<ip>` | an address |
/// | `<bytes>` | control characters, and bytes that are no UTF-8 |
/// | `<rest>` | what follows the first 256 bytes |
///
/// A `<` or a backslash of the name itself gets a backslash, so that different kinds never have the
/// same text. Text from a server: pass it through displaySafe() before showing it. Takes any bytes.
/// Pure.
[[nodiscard]] std::string kindText(const KindTokens& tokens);

/// The inverse of kindText(). nullopt: it is none, or has a placeholder that does not exist. Pure.
[[nodiscard]] std::optional<KindTokens> tokensOfKind(std::string_view text);

/// The glob pattern of all names of a kind. Pure.
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
