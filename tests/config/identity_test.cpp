// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/identity.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::identity_test {

using config::identityOf;

namespace {

std::string ofUrls(const std::vector<std::string>& urls)
{
    return identityOf(config::deploymentFromUrls("any", urls).value());
}

config::MasterConfig groupWith(const std::string& name, const std::vector<std::string>& sentinels)
{
    config::MasterConfig master;
    master.id = MasterId("a");
    master.url.host = name;
    master.sentinel.emplace();
    master.sentinel->name = name;
    for (const std::string& url : sentinels)
        master.sentinel->sentinels.push_back(redis::Url::parse(url).value());
    return master;
}

config::MasterConfig clusterWith(const std::vector<std::string>& seeds)
{
    config::MasterConfig master;
    master.id = MasterId("a");
    for (const std::string& url : seeds)
        master.clusterSeeds.push_back(redis::Url::parse(url).value());
    master.url = master.clusterSeeds.front();
    return master;
}

std::string ofMaster(config::MasterConfig master)
{
    config::Deployment deployment;
    deployment.masters.push_back(std::move(master));
    return identityOf(deployment);
}

} // namespace

class IdentityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isOneLinePerVoter()
    {
        QCOMPARE(ofUrls({"unix:///run/a b.sock?db=2", "redis://B", "redis://[::1]:7000"}),
            std::string("/run/a%20b.sock database 2\n[::1]:7000\nb:6379\n"));
        QCOMPARE(ofMaster(groupWith("orders db", {"redis://s2:26379", "redis://s1:26379"})),
            std::string("sentinel orders%20db at s1:26379,s2:26379\n"));
        QCOMPARE(ofMaster(clusterWith({"redis://c", "redis://b:7000"})),
            std::string("cluster b:7000,c:6379\n"));
    }

    void onlyThePlacesMatter()
    {
        const std::string identity = ofUrls({"redis://a", "redis://b"});
        QCOMPARE(ofUrls({"redis://b", "redis://a"}), identity);
        QCOMPARE(ofUrls({"redis://u:secret@a:6379/0", "redis://:other@B"}), identity);
        QCOMPARE(ofUrls({"rediss://a?ca=/etc/ca.pem", "redis://b"}), identity);
        auto named = config::deploymentFromUrls("x", {"redis://a", "redis://b"}).value();
        named.name = "y";
        named.masters[0].id = MasterId("west");
        named.patterns = {"orders:*"};
        QCOMPARE(identityOf(named), identity);
    }

    void otherPlacesAreOthers_data()
    {
        QTest::addColumn<QString>("url");
        for (const char* url : {"redis://b", "redis://a:7000", "redis://a/1", "unix:///a"})
            QTest::newRow(url) << QString::fromLatin1(url);
    }

    void otherPlacesAreOthers()
    {
        QFETCH(QString, url);
        QVERIFY(ofUrls({url.toStdString()}) != ofUrls({"redis://a"}));
    }

    void aGroupOrClusterIsNoPlainMaster()
    {
        QVERIFY(ofMaster(clusterWith({"redis://a"})) != ofUrls({"redis://a"}));
        QVERIFY(ofMaster(groupWith("a", {"redis://s"})) != ofMaster(groupWith("b", {"redis://s"})));
        QVERIFY(ofMaster(groupWith("a", {"redis://s"})) != ofMaster(groupWith("a", {"redis://t"})));
    }

    void aSandboxIsKnownWithoutItsPorts()
    {
        auto sandbox = config::deploymentFromUrls("sandbox", {"redis://127.0.0.1:7000"}).value();
        QVERIFY(identityOf(sandbox) != "sandbox\n"); // a deployment of that name is none
        sandbox.isSandbox = true;
        QCOMPARE(identityOf(sandbox), std::string("sandbox\n"));
    }
};

LOCKKEEPER_TEST(IdentityTest)

} // namespace lockkeeper::tests::identity_test

#include "identity_test.moc"
