// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QRegularExpression>
#include <QString>
#include <QStringView>
#include <optional>
#include <variant>

namespace lockkeeper::ui {

/// Lines of a search text. Tabs separate several holders' hosts and pids.
enum class SearchLine { Resource, Holder, Library, Hosts, Pids };

/// Never in safe texts.
inline constexpr QChar kSearchSeparator = u'\t';

/// What filters search: case-folded resource, holder and library, then hosts and pids, one per
/// line. Takes microseconds. Thread-safe.
[[nodiscard]] QString searchText(const observe::LockEntry& entry);

[[nodiscard]] QStringView searchLine(QStringView searchText, SearchLine line);
void searchLine(QString&& searchText, SearchLine line) = delete;

[[nodiscard]] bool isGlob(QStringView pattern);

/// `*`: any text, `?`: one character. Case-sensitive. Steps: at most length of pattern times length
/// of text.
[[nodiscard]] bool matchesGlob(QStringView pattern, QStringView text);

struct FilterSubject {
    const observe::LockEntry& entry;
    const observe::Judgement& judgement;
    bool isOurs = false;
    SteadyTime heldSince{};
    SteadyTime now{};
};

enum class FilterState {
    Stale, ///< not by a deadlock
    Deadlock,
    Split,
    Leftover, ///< token on less than a quorum
    Problem,
    Never,
    Held,
    Unknown,
    Free,
    Revoked,
    Ours,
    Noted,
};

struct TextTerm {
    std::optional<SearchLine> line{};
    QString text;
    bool isGlob = false; ///< matches the whole line
};
struct RegexTerm {
    QRegularExpression expression;
};
struct StateTerm {
    FilterState state;
};
struct MeasureTerm {
    enum class Measure { Held, Remaining, Waiting };
    Measure measure;
    bool isMore;
    bool isOrEqual;
    qint64 value; ///< milliseconds for times
};

struct FilterTerm {
    std::variant<TextTerm, RegexTerm, StateTerm, MeasureTerm> what;
    bool isNegated = false;

    [[nodiscard]] bool needsText() const;
    [[nodiscard]] bool isTimed() const;
    /// `searchText` may be empty unless needsText(). A slow expression does not match.
    [[nodiscard]] bool matches(const FilterSubject& lock, QStringView searchText) const;
};

} // namespace lockkeeper::ui
