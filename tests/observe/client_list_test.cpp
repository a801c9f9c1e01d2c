// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/whois/whois.h"
#include "tests/support/test_class.h"

#include <random>

namespace lockkeeper::tests::client_list_test {

using namespace lockkeeper::observe;
using namespace std::string_literals;

namespace {

const std::string kLine7
    = "id=7 addr=127.0.0.1:51234 laddr=127.0.0.1:6400 fd=8 name=billing age=12 idle=3 flags=N db=0 "
      "sub=0 psub=0 ssub=0 multi=-1 qbuf=0 qbuf-free=0 argv-mem=10 multi-mem=0 rbs=1024 rbp=0 "
      "obl=0 "
      "oll=0 omem=0 tot-mem=1928 events=r cmd=evalsha user=app redir=-1 resp=2 lib-name=redis-py "
      "lib-ver=5.0.1\n";

} // namespace

class ClientListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsALineOfRedis72()
    {
        const auto clients = parseClientList(kLine7);
        QCOMPARE(clients.size(), std::size_t(1));
        const ClientInfo expected{.id = "7",
            .address = "127.0.0.1:51234",
            .name = "billing",
            .library = "redis-py",
            .libraryVersion = "5.0.1",
            .user = "app",
            .lastCommand = "evalsha",
            .age = 12s,
            .idle = 3s};
        QVERIFY(clients[0] == expected);
    }

    void readsWhatOldServersTell()
    {
        const auto clients
            = parseClientList("id=3 addr=[::1]:9 fd=5 name= age=1 idle=0 cmd=NULL\n"
                              "id=4 addr=1.2.3.4:5 fd=6 name=x age=2 idle=0 cmd=set");
        QCOMPARE(clients.size(), std::size_t(2));
        QCOMPARE(clients[0].address, "[::1]:9"s);
        QVERIFY(clients[0].lastCommand.empty());
        QVERIFY(clients[0].library.empty());
        QCOMPARE(clients[1].lastCommand, "set"s);
    }

    void isNotMisledByTheNameOfASocket()
    {
        const auto clients = parseClientList("id=3 addr=/tmp/a name=forged id=9 addr=b user=u:0 "
                                             "laddr=/tmp/a name=forged id=9 addr=b user=u:0 fd=8 "
                                             "name=true age=1 idle=1 cmd=get user=app\n");
        QCOMPARE(clients.size(), std::size_t(1));
        QCOMPARE(clients[0].id, "3"s);
        QCOMPARE(clients[0].address, "/tmp/a"s);
        QCOMPARE(clients[0].name, "true"s);
        QCOMPARE(clients[0].user, "app"s);
    }

    void keepsValuesWithEqualSigns()
    {
        QCOMPARE(parseClientList("id=1 addr=a:1 name=a=b==\n").at(0).name, "a=b=="s);
    }

    void takesHostileNumbersForNone()
    {
        for (const char* number : {"-5", "1e9", "99999999999999999999999", "0x10", "", "7 "}) {
            const auto clients
                = parseClientList(std::string("id=1 addr=a:1 idle=").append(number).append("\n"));
            QCOMPARE(clients.size(), std::size_t(1));
            QVERIFY2(clients[0].idle == 0s || number == "7 "s, number);
        }
        QVERIFY(parseClientList("id=1 addr=a:1 idle=9223372036854775807\n").at(0).idle
            < 101h * 24 * 366);
    }

    void skipsWhatIsNoClient()
    {
        QVERIFY(parseClientList("").empty());
        QVERIFY(parseClientList("\n\n \n=\n= =\nid\nid= addr=\nid=1\naddr=a:1\n").empty());
        QVERIFY(parseClientList("<html><body>502 Bad Gateway</body></html>").empty());
    }

    void dropsFieldsThatAreTooLong()
    {
        const auto clients = parseClientList(
            "id=1 addr=a:1 name=" + std::string(2000, 'n') + " cmd=set\nid=2 addr=b:2 name=short");
        QCOMPARE(clients.size(), std::size_t(2));
        QVERIFY(clients[0].name.empty());
        QCOMPARE(clients[0].lastCommand, "set"s);
        QCOMPARE(clients[1].name, "short"s);
    }

    void keepsBytesAsTheyAre()
    {
        const auto clients = parseClientList("id=1 addr=a:1 name=\xff\x00\x1b[2J\r cmd=get\n"s);
        QCOMPARE(clients.at(0).name, "\xff\x00\x1b[2J\r"s);
    }

    void stopsWhenThereAreTooMany()
    {
        std::string text;
        for (int i = 0; i < 70'000; ++i)
            text += "id=1 addr=a\n";
        QCOMPARE(parseClientList(text).size(), std::size_t(65'536));
    }

    void survivesAnyCut()
    {
        for (std::size_t length = 0; length <= kLine7.size(); ++length)
            QVERIFY(parseClientList(kLine7.substr(0, length)).size() <= 1);
    }

    void survivesRandomBytes()
    {
        std::mt19937 random(42);
        for (int round = 0; round < 2000; ++round) {
            std::string text = kLine7 + kLine7;
            for (int change = 0; change < 12; ++change)
                text[random() % text.size()] = " =\nid\0\xff"[random() % 7];
            for (const ClientInfo& client : parseClientList(text))
                QVERIFY(!client.id.empty() && !client.address.empty());
        }
    }
};

LOCKKEEPER_TEST(ClientListTest)

} // namespace lockkeeper::tests::client_list_test

#include "client_list_test.moc"
