// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/filter_term.h"

#include "core/observe/formats/tombstone.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/words/lock_words.h"
#include "ui/models/locks/lock_row.h"
#include "ui/models/words/words.h"

#include <algorithm>

namespace lockkeeper::ui {

namespace {

void append(QString& text, const QString& item)
{
    if (!text.endsWith(u'\n'))
        text += kSearchSeparator;
    text += item;
}

} // namespace

QString searchText(const observe::LockEntry& entry)
{
    const observe::DecodedLock lock = entry.unpackLock();
    QString text = safeText(entry.resource) + u'\n' + holderText(lock) + u'\n'
        + toQt(words::libraryText(lock)) + u'\n';
    const std::vector<observe::Holder> one{lock.holder};
    const std::vector<observe::Holder>& holders = lock.holders.empty() ? one : lock.holders;
    for (const observe::Holder& holder : holders) {
        if (holder.host)
            append(text, safeText(*holder.host));
    }
    text += u'\n';
    for (const observe::Holder& holder : holders) {
        if (holder.pid)
            append(text, QString::number(*holder.pid));
    }
    return std::move(text).toCaseFolded();
}

QStringView searchLine(QStringView searchText, SearchLine line)
{
    qsizetype start = 0;
    for (int skipped = 0; skipped < static_cast<int>(line); ++skipped)
        start = searchText.indexOf(u'\n', start) + 1;
    const qsizetype end = searchText.indexOf(u'\n', start);
    return searchText.sliced(start, (end < 0 ? searchText.size() : end) - start);
}

bool isGlob(QStringView pattern)
{
    return pattern.contains(u'*') || pattern.contains(u'?');
}

bool matchesGlob(QStringView pattern, QStringView text)
{
    qsizetype p = 0;
    qsizetype t = 0;
    // The latest star matches all that earlier ones could.
    qsizetype star = -1;
    qsizetype starText = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == u'*') {
            star = p++;
            starText = t;
        } else if (p < pattern.size() && (pattern[p] == text[t] || pattern[p] == u'?')) {
            ++p;
            ++t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++starText;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == u'*')
        ++p;
    return p == pattern.size();
}

namespace {

using std::chrono::milliseconds;
using Measure = MeasureTerm::Measure;
using observe::Verdict;

/// `web-3` matches web-3.example.org.
bool isHost(QStringView host, QStringView name)
{
    return host.startsWith(name) && (host.size() == name.size() || host[name.size()] == u'.');
}

bool isItem(const TextTerm& term, QStringView items)
{
    for (const QStringView item : items.tokenize(kSearchSeparator, Qt::SkipEmptyParts)) {
        if (term.isGlob                          ? matchesGlob(term.text, item)
                : term.line == SearchLine::Hosts ? isHost(item, term.text)
                                                 : item == term.text)
            return true;
    }
    return false;
}

bool isMet(const TextTerm& term, const FilterSubject&, QStringView searchText)
{
    if (term.line == SearchLine::Hosts || term.line == SearchLine::Pids)
        return isItem(term, searchLine(searchText, *term.line));
    const QStringView text = term.line ? searchLine(searchText, *term.line) : searchText;
    if (!term.isGlob)
        return text.contains(term.text);
    for (const QStringView line : text.tokenize(u'\n')) {
        if (matchesGlob(term.text, line))
            return true;
    }
    return false;
}

bool isMet(const RegexTerm& term, const FilterSubject&, QStringView searchText)
{
    return term.expression.match(searchText).hasMatch();
}

bool isMet(const StateTerm& term, const FilterSubject& lock, QStringView)
{
    switch (term.state) {
    case FilterState::Stale:
        return observe::isStale(lock.entry.stale);
    case FilterState::Deadlock:
        return std::ranges::any_of(lock.entry.stale, observe::isDeadlock);
    case FilterState::Split:
        return lock.judgement.verdict == Verdict::Split;
    case FilterState::Leftover:
        return lock.judgement.verdict == Verdict::Minority;
    case FilterState::Problem:
        return lock.entry.hasEvidence();
    case FilterState::Never:
        return lock.entry.stale.has(observe::EvidenceKind::NeverExpires);
    case FilterState::Held:
        return lock.judgement.verdict == Verdict::Held;
    case FilterState::Unknown:
        return lock.judgement.verdict == Verdict::Unknown;
    case FilterState::Free:
        return lock.judgement.verdict == Verdict::Free;
    case FilterState::Revoked:
        return lock.entry.packedLock.isTombstone();
    case FilterState::Ours:
        return lock.isOurs;
    case FilterState::Noted:
        return !lock.entry.note->isNone();
    }
    return false;
}

/// For locks without a quorum, in milliseconds.
std::optional<qint64> longestVote(const FilterSubject& lock)
{
    std::optional<qint64> longest;
    for (const observe::Votes::Cell& vote : lock.entry.votes.held()) {
        if (vote.ttl)
            longest = std::max(longest.value_or(0),
                static_cast<qint64>(observe::ttlAt(*vote.ttl, vote.readAt, lock.now).count()));
    }
    return longest;
}

std::optional<qint64> valueOf(Measure measure, const FilterSubject& lock)
{
    const auto since = [&](SteadyTime start) {
        return std::chrono::duration_cast<milliseconds>(lock.now - start).count();
    };
    switch (measure) {
    case Measure::Held:
        return lock.judgement.token ? std::optional(since(lock.heldSince)) : std::nullopt;
    case Measure::Remaining:
        if (words::neverExpires(lock.entry, lock.judgement))
            return std::numeric_limits<qint64>::max();
        if (!lock.judgement.remaining)
            return longestVote(lock);
        return lock.judgement.remaining->count() - since(lock.entry.asOf);
    case Measure::Waiting:
        if (const observe::WaitCount count = lock.entry.packedLock.waiting();
            count.least > 0 || count.gone > 0)
            return static_cast<qint64>(count.least);
        break;
    }
    return std::nullopt;
}

bool isMet(const MeasureTerm& term, const FilterSubject& lock, QStringView)
{
    const auto value = valueOf(term.measure, lock);
    if (!value)
        return false;
    return term.isOrEqual && *value == term.value
        ? true
        : (term.isMore ? *value > term.value : *value < term.value);
}

} // namespace

bool FilterTerm::needsText() const
{
    return std::holds_alternative<TextTerm>(what) || std::holds_alternative<RegexTerm>(what);
}

bool FilterTerm::isTimed() const
{
    const auto* measured = std::get_if<MeasureTerm>(&what);
    return measured != nullptr && measured->measure != Measure::Waiting;
}

bool FilterTerm::matches(const FilterSubject& lock, QStringView searchText) const
{
    return std::visit([&](const auto& term) { return isMet(term, lock, searchText); }, what)
        != isNegated;
}

} // namespace lockkeeper::ui
