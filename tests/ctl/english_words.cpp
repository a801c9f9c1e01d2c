// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/english_words.h"

#include <QRegularExpression>
#include <array>

namespace lockkeeper::tests {
namespace {

using namespace Qt::StringLiterals;

struct Allowed {
    const char* pattern;
    const char* reason;
};

// In this order: what is quoted may look like anything else.
constexpr std::array kAllowed{
    Allowed{R"(^env 'LUA=[\s\S]*?\n'.*$)", "the same command for several masters"},
    Allowed{R"(^redis-cli .*$)", "a command to type"},
    Allowed{R"(`[^`\n]*`|'[^'\n]*'|"[^"\n]*")", "quoted: code, a name or a value"},
    Allowed{R"([a-z]+://[^\s，。；：（）]*)", "a URL"},
    Allowed{R"(lockctl( +[!-~]+)*)", "a command to type, up to the next Chinese letter"},
    Allowed{R"(\bCONFIG SET [a-z-]+ \w+)", "a command to type"},
    Allowed{R"(\b\w+\(\))", "a function"},
    Allowed{R"(^  [a-z][a-z-]*(?=  ))", "the name of a command in a help"},
    Allowed{R"([~.]?/[\w./-]+)", "a path"},
    Allowed{R"((?<![\w-])--?[a-z][\w-]*)", "an option"},
    Allowed{R"(\w*[_=][^\s，。；：（）|]*)", "a key of the output, perhaps with its value"},
    Allowed{R"([\w-]+(:[\w<>*-]+)+)", "a Redis key, or the name of a connection"},
    Allowed{R"([a-z-]+(\|[a-z-]+)+)", "the values that an option takes"},
    Allowed{R"((?<![\w-])(redlock|redisson|zookeeper|redis-(py|server))(?![\w-]))",
        "a way to lock, a program"},
    Allowed{R"(\b[A-Z][A-Z0-9_:-]+\b)", "a placeholder, a Redis command or an abbreviation"},
    Allowed{R"(\b[0-9a-f-]{8,}\b)", "a fingerprint, or an id"},
    Allowed{R"(\b\d+[a-z]+\b)", "a time as an option takes it"},
    Allowed{
        R"(\b(Redis|Valkey|ZooKeeper|Curator|Lockkeeper|Prometheus|Sentinel|Cluster|Markdown|Base64)\b)",
        "the name of a product or a format"},
    Allowed{R"(node exporter|textfile collector)", "parts of Prometheus, by their names"},
    Allowed{R"(\b(maxmemory(-policy)?|noeviction|appendonly|appendfsync( always)?)\b)",
        "a setting of Redis"},
    Allowed{R"(\b(string|hash)\b)", "a type of Redis"},
    Allowed{R"(\b[KMG]iB\b)", "a unit"},
    Allowed{R"(\bCtrl-C\b)", "a key"},
    Allowed{R"(\b(wait|fail|true|false)\b)", "a value of an option"},
    Allowed{R"(\bpid\b)", "as ps has it"},
};

} // namespace

QStringList englishWordsIn(const QByteArray& text, const QStringList& names)
{
    QString rest = QString::fromUtf8(text);
    const auto remove = [&rest](const QString& pattern) {
        // Without Unicode's properties, a Chinese letter is none of \\w.
        rest.replace(QRegularExpression(pattern, QRegularExpression::MultilineOption), u" "_s);
    };
    for (const Allowed& allowed : kAllowed)
        remove(QString::fromUtf8(allowed.pattern));
    for (const QString& name : names)
        remove(u"(?<![\\w-])%1(?![\\w-])"_s.arg(QRegularExpression::escape(name)));
    QStringList words;
    static const QRegularExpression word(u"[A-Za-z]{2,}"_s);
    for (auto match = word.globalMatch(rest); match.hasNext();)
        words += match.next().captured();
    words.removeDuplicates();
    return words;
}

} // namespace lockkeeper::tests
