// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/typed_voters.h"
#include "tests/support/test_class.h"

#include <QtTest>

namespace lockkeeper::typed_voters_test {

using namespace Qt::StringLiterals;

/// What was found: "address user password", with - for what is empty, separated by |.
QString found(const QString& text)
{
    QStringList all;
    for (const config::TypedVoter& voter : config::typedVoters(text.toStdString())) {
        QStringList parts;
        for (const std::string& part : {voter.address, voter.user, voter.password.reveal()})
            parts << (part.empty() ? u"-"_s : QString::fromStdString(part));
        all << parts.join(u' ');
    }
    return all.join(u'|');
}

class TypedVotersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anythingIsTakenApart_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("voters");
        const auto row = [](const char* text, const char* voters) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(voters);
        };
        row("", "");
        row("h1", "h1 - -");
        row("h1:7000", "h1:7000 - -");
        row(" h1, h2 h3\nh4\r\n", "h1 - -|h2 - -|h3 - -|h4 - -");
        row("redis://h1:6379/2", "redis://h1:6379/2 - -");
        row("redis://ops:pa%40ss@h1", "redis://h1 ops pa@ss");
        row("redis://:p@ss@h1", "redis://h1 - p@ss");
        row("rediss://ops@h1:6380", "rediss://h1:6380 ops -");
        row("ops:100%@h1", "h1 ops 100%");
        row("unix:///run/r.sock", "unix:///run/r.sock - -");
        row("sentinel://s1, s2:26380/g", "sentinel://s1,s2:26380/g - -");
        row("redis://u:p@h1:1,rediss://u:p@h2:2, unix:///r",
            "redis://h1:1 u p|rediss://h2:2 u p|unix:///r - -");
        row("redis-cli", "127.0.0.1:6379 - -");
        row("redis-cli -h h1 -p 7000 -a 'a b' --user ops", "h1:7000 ops a b");
        row("/usr/bin/valkey-cli -h ::1 --tls -n 3 GET x", "rediss://[::1]:6379/3 - -");
        row("redis-cli --no-auth-warning --pass x -s /run/r.sock", "unix:///run/r.sock - x");
        row("redis-cli -u redis://u:p@h1:7 --tls\nredis-cli -h h2", "redis://h1:7 u p|h2:6379 - -");
        row("redis-cli -h h1 -a 'x -p 7", "h1:7 - 'x");
        row("REDISCLI_AUTH=x sudo -u ops redis-cli -h h1", "h1:6379 - x");
        row("redis://u:it's@h1 h2", "redis://h1 u it's|h2 - -");
        row("redis-cli -h h1 redis-cli -h h2 -p", "h1:6379 - -|h2:6379 - -");
    }
    void anythingIsTakenApart()
    {
        QFETCH(QString, text);
        QFETCH(QString, voters);
        QCOMPARE(found(text), voters);
    }
};

LOCKKEEPER_TEST(TypedVotersTest)

} // namespace lockkeeper::typed_voters_test

#include "typed_voters_test.moc"
