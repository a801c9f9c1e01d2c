// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/language/untranslated.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace lockkeeper::tests {
namespace {

/// What stays as it is in every language. Each with its reason.
const QStringList& kept()
{
    static const QStringList patterns{// ways to lock, as on the command line
        u"\\b((lua-)?setnx|set-nx-px|redlock|redisson)[a-z-]*\\b"_s,
        u"\\block:till\\b"_s, // the lock of the Lab
        u"\\S*\\.sqlite\\b"_s, // the name of a file, which may be shortened
        // URLs, and files with their paths
        u"\\b(redis|rediss|unix|sentinel|cluster)://[^\\s\uff0c\u3002\u3001\uff09]*"_s,
        u"(~|\\.)?/[\\w.\\-/]+"_s, u"\\*?\\.(json|jsonl|csv|md|svg|png|sqlite|toml|pem)\\b"_s,
        // command lines, options and environment variables of our programs
        u"lockctl( [a-z]+)*( --[a-z\\-]+)*"_s, u"--[a-z\\-]+"_s, u"\\bLOCKKEEPER_[A-Z]+\\b"_s,
        u"\\[deployment\\.format_hints\\]"_s,
        // what a command for redis-cli is made of: it is to be copied
        u"redis-cli .*"_s, u"ACL SETUSER .*"_s, u"CONFIG SET [\\x20-\\x7e]+"_s,
        u"timedatectl set-ntp true"_s,
        // commands, arguments and settings of Redis
        u"\\b(ACL|ALL|AOF|AUTH|CLIENT LIST|CLIENT|CONFIG|CONFIG SET|CONFIG "
        u"REWRITE|DBSIZE|DEL|EVAL|EVALSHA|GET|"
        u"EXPIRE|GETSET|NX|PX|SETNX|HGETALL|INFO|MONITOR|PING|PUBLISH|RDB|REPLICAOF|ROLE|SCAN|SET|"
        u"SUBSCRIBE|TIME|TTL|TYPE|"
        u"WAIT|maxmemory-policy|maxmemory|appendonly|appendfsync|noeviction|volatile-lru|"
        u"allkeys-lru|always|everysec|NOPERM|NOAUTH|WRONGTYPE|WRONGPASS|LOADING|MISCONF|OOM|BUSY)\\b"_s,
        // types of keys, as Redis names them
        u"\\b(string|hash|set|zset|list)\\b"_s,
        // keys of the keyboard
        u"\\b(Ctrl|Shift|Alt|Del|Esc|End|Home|Tab|F\\d+)\\b(\\+\\w+)*"_s,
        // the words of the filter, which are typed
        u"orders:\\*  stale  host:web-3  held>1h"_s,
        u"\\b(held|host|holder|library|name|pid|remaining|waiting|stale|split|deadlock|leftover|"
        u"minority|never|unknown|free|revoked|ours|problem)(?=[:<>])"_s,
        u"\\bhas:note\\b"_s, u"\\bmay_live\\b"_s, u"\\btrue\\b"_s,
        u"\\b(held|remaining|waiting)\\b(?=[\u3001 \u548c])"_s,
        // products and libraries
        u"\\b(Lockkeeper|lockkeeper|Redis|ZooKeeper|Curator|Redisson|Redlock|Sentinel|Cluster|Qt|"
        u"Asio|"
        u"hiredis|Linux|"
        u"redis-server|systemd|systemd-timesyncd|chrony|ntpd|redis-py|node-redlock|python-redis-"
        u"lock|walrus|cacheops|"
        u"rueidis|lk1-revoked-hash|lk1-revoked|lk1|GPL-3\\.0-or-later|Apache-2\\.0)\\b"_s,
        // terms that Chinese engineers write in English
        u"\\b(CA|CSV|DNS|ID|JSON|JSONL|Markdown|NTP|PEM|PID|PNG|PSUBSCRIBE|SHA-1|SVG|TLS|TTL|URL|"
        u"UTC|"
        u"UUID|glob|Lua|IP|TCP|default|fencing|token|pid)\\b"_s,
        u"\\bPASSWORD\\b"_s, // to be replaced in a command
        u"\\b(KiB|MiB|GiB|kB|MB|GB|ms|bytes)\\b"_s, // sizes, as QLocale writes them
        u"\\bEnglish\\b"_s, // a language is named in itself
        u"\u82f1\u6587\uff1a[a-z ]+"_s, // what a state is called there, on purpose
        u"\\b[0-9a-f]{6,}\\b(\u2026|\\.\\.\\.)?"_s, // fingerprints and ids
        u"\\b\\d+x\\d+\\b"_s};
    return patterns;
}

} // namespace

QStringList untranslated(const QStringList& texts, const QStringList& names)
{
    QStringList longestFirst = names;
    std::ranges::sort(
        longestFirst, [](const QString& a, const QString& b) { return a.size() > b.size(); });
    static const QRegularExpression english(u"[A-Za-z]{2,}"_s);
    QStringList found;
    for (const QString& text : texts) {
        // "CLASS NAME: " is ours.
        QString rest = text.section(u": "_s, 1);
        for (const QString& part : kept())
            rest.replace(QRegularExpression(part), u" "_s);
        for (const QString& name : longestFirst)
            rest.replace(QRegularExpression(u"(?<![A-Za-z])"_s + QRegularExpression::escape(name)
                             + u"(?![A-Za-z])"_s),
                u" "_s);
        if (rest.contains(english))
            found << text + u"  =>  "_s + rest.simplified();
    }
    return found;
}

} // namespace lockkeeper::tests
