// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/lockctl_process.h"
#include "tests/support/test_class.h"

#include <csignal>

namespace lockkeeper::tests::ctl_refusals_test {

namespace {

bool names(const QJsonValue& locks, const QString& resource)
{
    const QJsonArray all = locks.toArray();
    return std::ranges::any_of(
        all, [&](const QJsonValue& lock) { return lock["resource"_L1].toString() == resource; });
}

} // namespace

/// Servers that refuse what managed services refuse: see docs/managed.md.
class CtlRefusalsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void locksAreSeenAndReleasedWithoutSomeCommands_data()
    {
        const auto row = columns<QStringList, QStringList, bool>();
        row("CONFIG and ACL SETUSER", QStringList{u"CONFIG"_s}, QStringList{u"-acl|setuser"_s},
            true);
        row("CONFIG, ACL, MONITOR and ROLE",
            QStringList{u"CONFIG"_s, u"ACL"_s, u"MONITOR"_s, u"ROLE"_s}, QStringList{}, true);
        row("CLIENT ID", QStringList{}, QStringList{u"-client|id"_s}, false);
        row("CLIENT TRACKING and CLIENT LIST", QStringList{u"CONFIG"_s},
            words("-client|tracking -client|list -client|caching"), false);
        row("KEYS and INFO", QStringList{u"KEYS"_s}, QStringList{u"-info"_s}, true);
    }

    void locksAreSeenAndReleasedWithoutSomeCommands()
    {
        // missing: the server does not have these; denied: its user may not use these
        const auto [missing, denied, isPushed] = fetch<QStringList, QStringList, bool>();
        RedisServerOptions options;
        for (const QString& command : missing) {
            for (const std::string& word :
                {std::string("--rename-command"), command.toStdString(), std::string()})
                options.extraArguments.push_back(word);
        }
        if (!denied.isEmpty()) {
            for (const char* word : {"--user", "default", "on", "nopass", "~*", "&*", "+@all"})
                options.extraArguments.emplace_back(word);
            for (const QString& rule : denied)
                options.extraArguments.push_back(rule.toStdString());
        }
        RedisServerFixture servers(options);
        servers.command({"SET", "lock:a", kValue, "PX", "600000"});
        const QTemporaryDir home;
        const Lockctl lockctl(home.path(), urlsOf(servers));

        const CtlResult list = lockctl.run("list --json");
        QCOMPARE(list.exitCode, 0);
        QCOMPARE(list.errors, QByteArray());
        QVERIFY(!list.lock(u"lock:a"_s).isEmpty());

        const auto watch = lockctl.start("watch --json");
        QVERIFY(waitForLine(*watch, [&](const QJsonObject& line) {
            const QJsonValue master = line["masters"_L1][0];
            return master["complete"_L1].toBool() && master["pushed"_L1].toBool() == isPushed
                && (isPushed || master["push_error"_L1].isString());
        }));
        const QString token = list.lock(u"lock:a"_s)["token"_L1].toString();
        const CtlResult release = lockctl.run({u"release"_s, u"lock:a"_s, u"--token"_s, token,
            u"--reason"_s, u"a test"_s, u"--yes"_s});
        QCOMPARE(release.exitCode, 0);
        QVERIFY(waitForLine(
            *watch, [](const QJsonObject& line) { return names(line["gone"_L1], u"lock:a"_s); }));
        ::kill(static_cast<pid_t>(watch->processId()), SIGTERM);
        QCOMPARE(waitForExit(*watch), 0);
        const QByteArray complaints = watch->readAllStandardError();
        QVERIFY2(complaints.count('\n') == (isPushed ? 0 : 1), complaints);
    }
};

LOCKKEEPER_TEST(CtlRefusalsTest)

} // namespace lockkeeper::tests::ctl_refusals_test

#include "ctl_refusals_test.moc"
