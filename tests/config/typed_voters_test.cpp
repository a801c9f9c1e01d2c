// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/typed_voters.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::typed_voters_test {

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
        const auto row = columns<QString, QString>();
        row.named("", "");
        row.named("h1", "h1 - -");
        row.named("h1:7000", "h1:7000 - -");
        row.named(" h1, h2 h3\nh4\r\n", "h1 - -|h2 - -|h3 - -|h4 - -");
        row.named("redis://h1:6379/2", "redis://h1:6379/2 - -");
        row.named("redis://ops:pa%40ss@h1", "redis://h1 ops pa@ss");
        row.named("redis://:p@ss@h1", "redis://h1 - p@ss");
        row.named("rediss://ops@h1:6380", "rediss://h1:6380 ops -");
        row.named("ops:100%@h1", "h1 ops 100%");
        row.named("unix:///run/r.sock", "unix:///run/r.sock - -");
        row.named("sentinel://s1, s2:26380/g", "sentinel://s1,s2:26380/g - -");
        row.named("redis://u:p@h1:1,rediss://u:p@h2:2, unix:///r",
            "redis://h1:1 u p|rediss://h2:2 u p|unix:///r - -");
        row.named("redis-cli", "127.0.0.1:6379 - -");
        row.named("redis-cli -h h1 -p 7000 -a 'a b' --user ops", "h1:7000 ops a b");
        row.named("/usr/bin/valkey-cli -h ::1 --tls -n 3 GET x", "rediss://[::1]:6379/3 - -");
        row.named("redis-cli --no-auth-warning --pass x -s /run/r.sock", "unix:///run/r.sock - x");
        row.named(
            "redis-cli -u redis://u:p@h1:7 --tls\nredis-cli -h h2", "redis://h1:7 u p|h2:6379 - -");
        row.named("redis-cli -h h1 -a 'x -p 7", "h1:7 - 'x");
        row.named("REDISCLI_AUTH=x sudo -u ops redis-cli -h h1", "h1:6379 - x");
        row.named("redis://u:it's@h1 h2", "redis://h1 u it's|h2 - -");
        row.named("redis-cli -h h1 redis://h2:7 h3,h4:5 REDISCLI_AUTH=x redis-cli -h h5",
            "h1:6379 - -|redis://h2:7 - -|h3 - -|h4:5 - -|h5:6379 - x");
        row.named(
            "redis://h1, redis://h2 redis-cli -h h3", "redis://h1 - -|redis://h2 - -|h3:6379 - -");
        row.named("redis-cli -h h1 redis-cli -h h2 -p", "h1:6379 - -|h2:6379 - -");
    }
    void anythingIsTakenApart()
    {
        const auto [text, voters] = fetch<QString, QString>();
        QCOMPARE(found(text), voters);
    }
};

LOCKKEEPER_TEST(TypedVotersTest)

} // namespace lockkeeper::tests::typed_voters_test

#include "typed_voters_test.moc"
