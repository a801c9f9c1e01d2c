// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/search_text.h"

#include <QRegularExpression>
#include <QStringView>
#include <optional>
#include <variant>

namespace lockkeeper::ui {

/// True if `pattern` contains a `*` or a `?`.
[[nodiscard]] bool isGlob(QStringView pattern);

/// True if `pattern` matches the whole of `text`. `*` matches any text, `?` any one character. Fold
/// the case of both first to ignore it. Takes at most length of pattern times length of text steps.
[[nodiscard]] bool matchesGlob(QStringView pattern, QStringView text);

/// What a filter looks at in a lock. Refers to it.
struct FilterSubject {
    const observe::LockEntry& entry;
    const observe::Judgement& judgement; ///< the entry's own
    bool isOurs = false; ///< this window holds the lock
    SteadyTime heldSince{};
    SteadyTime now{};
};

/// A condition that has a word of its own.
enum class FilterState {
    Stale, ///< there is evidence that somebody should look at the lock, other than a deadlock
    Deadlock, ///< it is part of a deadlock
    Split,
    Leftover, ///< a token on fewer masters than the quorum
    Problem, ///< any of these
    Never, ///< never expires
    Held,
    Unknown,
    Free,
    Revoked,
    Ours,
};

/// A text that one line of a search text must contain, or all of it.
struct TextTerm {
    std::optional<SearchLine> line{};
    QString text; ///< with its case folded
    bool isGlob = false; ///< it must match the whole of a line
};
/// An expression that must match somewhere in the search text.
struct RegexTerm {
    QRegularExpression expression;
};
struct StateTerm {
    FilterState state;
};
/// A comparison with a number.
struct MeasureTerm {
    enum class Measure { Held, Remaining, Waiting };
    Measure measure;
    bool isMore; ///< true: greater than `value`; false: less
    bool isOrEqual;
    qint64 value; ///< times in milliseconds
};

/// One condition of a filter.
struct FilterTerm {
    std::variant<TextTerm, RegexTerm, StateTerm, MeasureTerm> what;
    bool isNegated = false;

    /// True if a lock's search text is needed.
    [[nodiscard]] bool needsText() const;
    /// True if time alone may change what matches.
    [[nodiscard]] bool isTimed() const;
    /// `searchText`: of the lock; may be empty unless needsText(). Pure. An expression that takes
    /// too long for a lock does not match it.
    [[nodiscard]] bool matches(const FilterSubject& lock, QStringView searchText) const;
};

} // namespace lockkeeper::ui
