// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_filter.h"

#include "core/text/duration_text.h"
#include "ui/models/locks/filter_term.h"
#include "ui/models/words/text_parts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

using Measure = MeasureTerm::Measure;

// Not translated: runbooks' filters work everywhere.
struct NamedState {
    QStringView word;
    FilterState state;
};
constexpr NamedState kStates[]{
    {u"problem", FilterState::Problem},
    {u"stale", FilterState::Stale},
    {u"deadlock", FilterState::Deadlock},
    {u"split", FilterState::Split},
    {u"leftover", FilterState::Leftover},
    {u"minority", FilterState::Leftover},
    {u"never", FilterState::Never},
    {u"held", FilterState::Held},
    {u"unknown", FilterState::Unknown},
    {u"free", FilterState::Free},
    {u"revoked", FilterState::Revoked},
    {u"ours", FilterState::Ours},
    {u"has:note", FilterState::Noted},
};

struct NamedLine {
    QStringView word;
    SearchLine line;
};
constexpr NamedLine kFields[]{
    {u"name", SearchLine::Resource},
    {u"holder", SearchLine::Holder},
    {u"library", SearchLine::Library},
    {u"host", SearchLine::Hosts},
    {u"pid", SearchLine::Pids},
};

struct NamedMeasure {
    QStringView word;
    Measure measure;
};
constexpr NamedMeasure kMeasures[]{
    {u"held", Measure::Held},
    {u"remaining", Measure::Remaining},
    {u"waiting", Measure::Waiting},
};

/// An endless expression stops after 1 ms.
constexpr auto kRegexLimits = "(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=2000)"_L1;

FilterTerm textTerm(
    const QString& text, bool isLiteral, std::optional<SearchLine> line = std::nullopt)
{
    return {.what = TextTerm{
                .line = line, .text = text.toCaseFolded(), .isGlob = !isLiteral && isGlob(text)}};
}

class Scanner {
public:
    explicit Scanner(const QString& text)
        : m_text(text)
    { }

    bool next()
    {
        m_start = m_end;
        while (m_start < m_text.size() && m_text[m_start].isSpace())
            ++m_start;
        if (m_start == m_text.size())
            return false;
        m_isNegated = m_text[m_start] == u'-' && m_start + 1 < m_text.size()
            && !m_text[m_start + 1].isSpace();
        m_content = m_start + (m_isNegated ? 1 : 0);
        const qsizetype close = endOfRegex();
        m_isRegex = close > 0;
        m_end = m_isRegex ? close : endOfWord();
        return true;
    }

    [[nodiscard]] qsizetype start() const { return m_start; }
    [[nodiscard]] qsizetype length() const { return m_end - m_start; }
    [[nodiscard]] bool isNegated() const { return m_isNegated; }
    [[nodiscard]] bool isRegex() const { return m_isRegex; }
    [[nodiscard]] QString word() const { return m_text.sliced(m_content, m_end - m_content); }

private:
    [[nodiscard]] bool isBlankOrEnd(qsizetype at) const
    {
        return at >= m_text.size() || m_text[at].isSpace();
    }
    [[nodiscard]] qsizetype endOfRegex() const
    {
        if (m_text[m_content] != u'/')
            return 0;
        for (qsizetype at = m_content + 2; at < m_text.size(); ++at) {
            if (m_text[at] == u'/' && m_text[at - 1] != u'\\' && isBlankOrEnd(at + 1))
                return at + 1;
        }
        return 0;
    }
    [[nodiscard]] qsizetype endOfWord() const
    {
        bool isQuoted = false;
        qsizetype at = m_content;
        for (; at < m_text.size() && (isQuoted || !m_text[at].isSpace()); ++at)
            isQuoted ^= m_text[at] == u'"';
        return at;
    }

    const QString& m_text;
    qsizetype m_start = 0;
    qsizetype m_content = 0;
    qsizetype m_end = 0;
    bool m_isNegated = false;
    bool m_isRegex = false;
};

class Reader {
    Q_DECLARE_TR_FUNCTIONS(FilterParser)
public:
    explicit Reader(FilterWord& word)
        : m_word(word)
    { }

    void readRegex(const QString& text)
    {
        const QString pattern = text.sliced(1, text.size() - 2);
        const QRegularExpression expression(kRegexLimits + pattern,
            QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption);
        if (expression.isValid())
            m_word.term = {.what = RegexTerm{expression}};
        else
            m_word.complaint
                = tr("%1 is no regular expression: %2").arg(text, expression.errorString());
    }

    void read(const QString& text)
    {
        if (readState(text) || readField(text) || readMeasure(text))
            return;
        const bool isQuoted = text.contains(u'"');
        const QString plain = isQuoted ? QString(text).remove(u'"') : text;
        if (!plain.isEmpty() && (isQuoted || plain != u"-"))
            m_word.term = textTerm(plain, isQuoted);
    }

private:
    bool readState(const QString& text)
    {
        for (const NamedState& known : kStates) {
            if (text.compare(known.word, Qt::CaseInsensitive) != 0)
                continue;
            m_word.term = {.what = StateTerm{known.state}};
            return true;
        }
        return false;
    }

    bool readField(const QString& text)
    {
        const qsizetype colon = text.indexOf(u':');
        for (const NamedLine& known : kFields) {
            if (colon < 0 || text.left(colon).compare(known.word, Qt::CaseInsensitive) != 0)
                continue;
            const QString value = text.sliced(colon + 1);
            const bool isQuoted = value.contains(u'"');
            const QString plain = QString(value).remove(u'"');
            if (!plain.isEmpty())
                m_word.term = textTerm(plain, isQuoted, known.line);
            return true;
        }
        return false;
    }

    bool readMeasure(const QString& text)
    {
        static const QRegularExpression comparison(
            u"^([a-z]+)([<>])(=?)([^<>=\"]*)$"_s, QRegularExpression::CaseInsensitiveOption);
        const auto match = comparison.match(text);
        if (!match.hasMatch())
            return false;
        for (const NamedMeasure& known : kMeasures) {
            if (match.capturedView(1).compare(known.word, Qt::CaseInsensitive) == 0) {
                readValue(match, known.measure);
                return true;
            }
        }
        m_word.complaint = tr("%1 is not understood: held, remaining and waiting can be compared. "
                              "To search for the text, put it in quotes.")
                               .arg(text);
        return true;
    }

    void readValue(const QRegularExpressionMatch& match, Measure measure)
    {
        const QString value = match.captured(4);
        const auto number = measure == Measure::Waiting ? countOf(value) : timeOf(value);
        if (number) {
            m_word.term = {.what = MeasureTerm{.measure = measure,
                               .isMore = match.capturedView(2) == u">",
                               .isOrEqual = !match.capturedView(3).isEmpty(),
                               .value = *number}};
        } else {
            m_word.complaint = measure == Measure::Waiting
                ? tr("%1 needs a number: waiting>0").arg(match.captured())
                : tr("%1 needs a time with its unit: held>30s, held>5m, held>2h, held>1d")
                      .arg(match.captured());
        }
    }

    static std::optional<qint64> timeOf(const QString& value)
    {
        const auto time = parseDuration(value.toStdString());
        return time ? std::optional<qint64>(time->count()) : std::nullopt;
    }
    static std::optional<qint64> countOf(const QString& value)
    {
        bool isNumber = false;
        const qint64 number = value.toLongLong(&isNumber);
        return isNumber ? std::optional(number) : std::nullopt;
    }

    FilterWord& m_word;
};

} // namespace

std::vector<FilterWord> FilterParser::parse(const QString& text)
{
    std::vector<FilterWord> words;
    Scanner scanner(text);
    while (scanner.next()) {
        FilterWord word{.start = scanner.start(), .length = scanner.length()};
        Reader reader(word);
        if (scanner.isRegex())
            reader.readRegex(scanner.word());
        else
            reader.read(scanner.word());
        if (word.term)
            word.term->isNegated = scanner.isNegated();
        words.push_back(std::move(word));
    }
    return words;
}

QStringList FilterParser::knownWords()
{
    QStringList words;
    for (const NamedState& state : kStates)
        words << state.word.toString();
    for (const NamedMeasure& measure : kMeasures)
        words << measure.word.toString() + u'>' << measure.word.toString() + u'<';
    for (const NamedLine& field : kFields)
        words << field.word.toString() + u':';
    return words;
}

QString FilterParser::stateWord(FilterState state)
{
    for (const NamedState& known : kStates) {
        if (known.state == state)
            return known.word.toString();
    }
    return {};
}

void FilterVocabulary::add(QStringView searchText)
{
    const QStringView name = searchLine(searchText, SearchLine::Resource);
    // "lock:orders:17" has the prefixes "lock:" and "lock:orders:".
    const qsizetype colon = name.indexOf(u':');
    const qsizetype second = colon < 0 ? -1 : name.indexOf(u':', colon + 1);
    count(m_prefixes, name.first(colon + 1));
    count(m_prefixes, name.first(second + 1));
    count(m_libraries, searchLine(searchText, SearchLine::Library));
    const QStringView hosts = searchLine(searchText, SearchLine::Hosts);
    for (const QStringView host : hosts.tokenize(kSearchSeparator, Qt::SkipEmptyParts))
        count(m_hosts, host);
}

void FilterVocabulary::count(Counts& counts, QStringView word)
{
    if (word.isEmpty() || word.contains(u' ') || word.contains(u'"'))
        return;
    const QString key = word.toString();
    if (const auto found = counts.find(key); found != counts.end())
        ++*found;
    else if (counts.size() < kMost)
        counts.insert(key, 1);
}

QStringList FilterVocabulary::words() const
{
    QStringList words = FilterParser::knownWords();
    append(words, m_libraries, u"library:", {}, 1);
    append(words, m_hosts, u"host:", {}, 1);
    append(words, m_prefixes, {}, u"*", 2);
    return words;
}

void FilterVocabulary::append(
    QStringList& words, const Counts& counts, QStringView before, QStringView after, int least)
{
    QStringList seen = counts.keys();
    std::ranges::sort(seen, [&counts](const QString& a, const QString& b) {
        return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
    });
    for (const QString& word : std::as_const(seen)) {
        if (counts[word] >= least)
            words << before.toString() + word + after.toString();
    }
}

namespace {

bool isState(const FilterTerm& term, FilterState state)
{
    const auto* named = std::get_if<StateTerm>(&term.what);
    return named != nullptr && named->state == state && !term.isNegated;
}

} // namespace

LockFilter::LockFilter(const QString& text)
    : m_text(text.trimmed())
{
    QStringList complaints;
    for (FilterWord& word : FilterParser::parse(m_text)) {
        if (!word.complaint.isEmpty())
            complaints << word.complaint;
        if (!word.term)
            continue;
        const bool needsText = word.term->needsText();
        m_needsText = m_needsText || needsText;
        m_needsJudgement = m_needsJudgement || !needsText;
        m_isTimed = m_isTimed || word.term->isTimed();
        m_terms.push_back(std::move(*word.term));
    }
    m_complaint = sentencesText(complaints);
    std::ranges::stable_partition(
        m_terms, [](const FilterTerm& term) { return !term.needsText(); });
}

bool LockFilter::has(FilterState state) const
{
    return std::ranges::any_of(
        m_terms, [state](const FilterTerm& term) { return isState(term, state); });
}

bool LockFilter::matches(const FilterSubject& lock, QStringView searchText) const
{
    return std::ranges::all_of(
        m_terms, [&](const FilterTerm& term) { return term.matches(lock, searchText); });
}

bool LockFilter::matches(const LockRow& row, SteadyTime now) const
{
    if (isEmpty())
        return true;
    return matches({.entry = *row.entry,
                       .judgement = row.judgement,
                       .isOurs = row.isOurs,
                       .heldSince = row.heldSince,
                       .now = now},
        needsText() ? searchText(*row.entry) : QString());
}

QString LockFilter::with(const QString& text, FilterState state, bool isOn)
{
    QString changed = text;
    std::vector<FilterWord> words = FilterParser::parse(text);
    std::ranges::reverse(words);
    for (const FilterWord& word : words) {
        if (word.term && isState(*word.term, state))
            changed.remove(word.start, word.length);
    }
    if (isOn)
        changed += u' ' + FilterParser::stateWord(state);
    return changed.simplified();
}

} // namespace lockkeeper::ui
