// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agent_client.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::agent_address_test {

using agent::AgentAddress;

class AgentAddressTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv(agent::kAgentTokenVariable); }

    void readsUrls_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("url"); // empty: refused
        const auto row = [](const char* text, const char* url) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(url);
        };
        row("http://localhost:7737", "http://localhost:7737");
        row("HTTP://LocalHost:7737/", "http://localhost:7737");
        row("http://127.0.0.1:7737", "http://127.0.0.1:7737");
        row("http://[::1]:7737", "http://[::1]:7737");
        row("https://ops.example.com", "https://ops.example.com");
        row("https://10.0.0.7:8443", "https://10.0.0.7:8443");
        row("HTTP://LocalHost:7737/deployments/Orders/",
            "http://localhost:7737/deployments/Orders");
        row("https://ops.example.com/deployments/two words%2Fand%20more",
            "https://ops.example.com/deployments/two%20words%2Fand%20more");
        row("http://localhost:7737/deployments/a?b", "");
        row("http://localhost:7737/deployments/%zz", "");
        row("http://10.0.0.7:7737/deployments/a", "");
        row("http://10.0.0.7:7737", "");
        row("http://127.evil.example:7737", "");
        row("http://localhost.example:7737", "");
        row("http://token@localhost:7737", "");
        row("http://localhost:7737/board", "");
        row("http://localhost:0", "");
        row("http://localhost:70000", "");
        row("http://localhost:", "");
        row("http://localhost:7737.example", "");
        row("http://[::1]7737", "");
        row("http://::1", "");
        row("http://[localhost]", "");
        row("http://", "");
        row("redis://localhost:6379", "");
        row("localhost:7737", "");
    }
    void readsUrls()
    {
        QFETCH(QString, text);
        QFETCH(QString, url);
        const auto address = AgentAddress::read(text.toStdString());
        QCOMPARE(address.has_value(), !url.isEmpty());
        if (address)
            QCOMPARE(QString::fromStdString(address->url), url);
        else
            QVERIFY(address.error().text.find("token@") == std::string::npos);
    }

    void takesTheTokenFromTheEnvironment()
    {
        qputenv(agent::kAgentTokenVariable, "0123456789abcdef");
        QCOMPARE(AgentAddress::read("http://localhost:1")->token.reveal(),
            std::string("0123456789abcdef"));
        qputenv(agent::kAgentTokenVariable, "two\r\nlines: of a head");
        const auto address = AgentAddress::read("http://localhost:1");
        QVERIFY(!address);
        QVERIFY(address.error().text.find("two") == std::string::npos);
    }
};

LOCKKEEPER_TEST(AgentAddressTest)

} // namespace lockkeeper::tests::agent_address_test

#include "agent_address_test.moc"
