// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ensemble.h"

#include "core/config/deployments_text.h"
#include "core/config/identity.h"
#include "core/config/typed_voters.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::ensemble_test {

using namespace config;

/// URLs of other stores than Redis.
class EnsembleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aUrlNamesServersLoginAndPath()
    {
        const auto voter = voterFromUrl("zk://ops:p%2Fw@h1,[::1]:2182,h3/app/locks/").value();
        const std::vector<Ensemble::Server> servers{{"h1", 2181}, {"::1", 2182}, {"h3", 2181}};
        QCOMPARE(voter.ensemble->servers, servers);
        QCOMPARE(voter.ensemble->root, std::string("/app/locks"));
        QCOMPARE(voter.url.user, std::string("ops"));
        QCOMPARE(voter.url.password.reveal(), std::string("p/w"));
        QCOMPARE(serversOf(voter).at(1).host, std::string("::1"));
        QCOMPARE(serversOf(voter).at(1).user, std::string("ops"));
    }

    void aPasswordIsNotShown()
    {
        const auto voter = voterFromUrl("zk://ops:s3cret@h1,h2:2182/app").value();
        QCOMPARE(voter.label(), std::string("zk://***@h1:2181,h2:2182/app"));
    }

    void tlsHasItsScheme()
    {
        const auto voter = voterFromUrl("zks://h1/app?ca=/etc/ca.pem").value();
        QCOMPARE(voter.url.port, std::uint16_t{2281});
        QCOMPARE(voter.url.tls->caFile, std::string("/etc/ca.pem"));
        QCOMPARE(voter.label(), std::string("zks://h1:2281/app?ca=/etc/ca.pem"));
        QCOMPARE(voterFromUrl(voter.label())->label(), voter.label());
    }

    void whatHasNoSenseIsRefused_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::newRow("no host") << QByteArray("zk://");
        QTest::newRow("an empty host") << QByteArray("zk://h1,,h2");
        QTest::newRow("a port") << QByteArray("zk://h1:99999");
        QTest::newRow("twice") << QByteArray("zk://h1,h1:2181");
        QTest::newRow("options without TLS") << QByteArray("zk://h1?ca=/etc/ca.pem");
        QTest::newRow("a slash in the password") << QByteArray("zk://ops:s3/cret@h1");
        QTest::newRow("an empty name in the path") << QByteArray("zk://h1/a//b");
    }
    void whatHasNoSenseIsRefused()
    {
        QFETCH(QByteArray, url);
        const auto voter = voterFromUrl(url.toStdString());
        QVERIFY(!voter.has_value());
        QCOMPARE(voter.error().kind, ErrorClass::InvalidUrl);
        QVERIFY(voter.error().text.find("s3") == std::string::npos);
    }

    void anEnsembleIsADeploymentOfItsOwn()
    {
        const auto deployment = deploymentFromUrls("test", {"zk://h1,h2"}).value();
        QVERIFY(!deployment.isReadOnly);
        QVERIFY(deployment.otherStore() != nullptr);
        QCOMPARE(deployment.quorum(), std::size_t{1});
        QVERIFY(!deploymentFromUrls("test", {"zk://h1", "redis://h2"}).has_value());
        QVERIFY(deploymentFromUrls("test", {"redis://h2"})->otherStore() == nullptr);
    }

    void itsAdminServerHasThePortThatTheFileNames_data()
    {
        const auto row = columns<QByteArray, int>();
        row("unset", "{ url = \"zk://h1\" }", 8080);
        row("over TLS", "{ url = \"zks://h1\" }", 0);
        row("set", "{ url = \"zk://h1\", admin_port = 9090 }", 9090);
        row("set over TLS", "{ url = \"zks://h1\", admin_port = 8080 }", 8080);
        row("off", "{ url = \"zk://h1\", admin_port = 0 }", 0);
        row("none", "{ url = \"zk://h1\", admin_port = 65536 }", -1);
        row("of Redis", "{ url = \"redis://h1\", admin_port = 1 }", -1);
    }
    void itsAdminServerHasThePortThatTheFileNames()
    {
        // port -1: an error
        const auto [master, port] = fetch<QByteArray, int>();
        const QByteArray text = "[[deployment]]\nname = \"a\"\nmasters = [" + master + "]\n";
        const auto parsed = parseDeployments(text.toStdString(), "file");
        QCOMPARE(parsed.errors.empty(), port >= 0);
        if (port < 0)
            return;
        QCOMPARE(int{adminPortOf(parsed.deployments.at(0).masters.at(0))}, port);
        const auto again = parseDeployments(formatDeployments(parsed.deployments).value(), "file");
        QCOMPARE(again.deployments.at(0).masters.at(0).ensemble->adminPort,
            parsed.deployments.at(0).masters.at(0).ensemble->adminPort);
    }

    void itsIdentityIsItsServersAndPath()
    {
        const auto identity
            = [](const char* url) { return identityOf(deploymentFromUrls("test", {url}).value()); };
        QCOMPARE(identity("zk://ops:x@h2,h1/a"), identity("zk://h1,h2/a"));
        QVERIFY(identity("zk://h1/a") != identity("zk://h1/b"));
        QVERIFY(identity("zk://h1:6379") != identity("redis://h1:6379"));
    }

    void aPersonMayTypeIt()
    {
        const auto typed = typedVoters("zk://ops:s3cret@h1,h2/app");
        QCOMPARE(typed.size(), std::size_t{1});
        QCOMPARE(typed[0].password.reveal(), std::string("s3cret"));
        const auto named = readVoters(typed);
        QVERIFY(named.problems.empty());
        QCOMPARE(named.masters.at(0).ensemble->servers.size(), std::size_t{2});
        QCOMPARE(named.masters.at(0).url.user, std::string("ops"));
        QCOMPARE(named.masters.at(0).url.password.reveal(), std::string("s3cret"));
        QVERIFY(!readVoters(typedVoters("zk://h1 redis://h2")).problems.empty());
    }
};

LOCKKEEPER_TEST(EnsembleTest)

} // namespace lockkeeper::tests::ensemble_test

#include "ensemble_test.moc"
