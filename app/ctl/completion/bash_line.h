// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::ctl {

/// A command line as it stands before bash's cursor: read without executing anything in it. Words
/// with `$` or a backquote stay as they are. A value. Not thread-safe.
class BashLine {
public:
    /// `breaks` are the characters of COMP_WORDBREAKS: bash replaces only what stands behind the
    /// last of them. Nullopt if bash would replace a part that can't be told: there are quotes in
    /// the middle of the last word.
    [[nodiscard]] static std::optional<BashLine> read(
        std::string_view line, std::string_view breaks);

    /// The words behind the command's name, without quotes and backslashes. The last one is the one
    /// at the cursor; it may be empty.
    [[nodiscard]] const std::vector<std::string>& words() const noexcept { return m_words; }

    /// What bash has to insert to make `value` of the last word, with which it must begin. Whatever
    /// is in it, bash takes it for this one word. Nullopt if that can't be written within the
    /// quotes that the word begins with.
    [[nodiscard]] std::optional<std::string> insertionFor(std::string_view value) const;

private:
    enum class Quotes { None, Single, Double };
    BashLine() = default;

    std::vector<std::string> m_words;
    Quotes m_quotes = Quotes::None; ///< that the last word begins with
    std::size_t m_kept = 0; ///< bytes of the last word that bash does not replace
};

} // namespace lockkeeper::ctl
