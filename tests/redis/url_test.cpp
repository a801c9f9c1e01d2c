// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/deployment.h"
#include "core/redis/url.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::url_test {

using redis::Url;

struct Parts {
    Url::Kind kind = Url::Kind::Tcp;
    std::string host{};
    std::uint16_t port = 6379;
    std::string path{};
    std::string user{};
    std::string password{};
    int database = 0;
    std::optional<redis::Tls> tls{};
};

class UrlTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsUrls_data()
    {
        const auto row = columns<std::string, Parts, std::string>();
        row("every part of a TCP URL", "redis://ops:p%40ss%2Fword@redis.example:7000/3",
            {.host = "redis.example",
                .port = 7000,
                .user = "ops",
                .password = "p@ss/word",
                .database = 3},
            "redis://***@redis.example:7000/3");
        row("fills in port and database", "redis://localhost", {.host = "localhost"},
            "redis://localhost:6379");
        row("a password without a user", "redis://:secret@localhost",
            {.host = "localhost", .password = "secret"}, "redis://***@localhost:6379");
        row("a user who needs no password", "redis://reader@localhost",
            {.host = "localhost", .user = "reader"}, "redis://***@localhost:6379");
        row("IPv6 in brackets", "redis://[::1]:7001", {.host = "::1", .port = 7001},
            "redis://[::1]:7001");
        row("a Unix socket", "unix:///run/redis%20a.sock?db=2",
            {.kind = Url::Kind::Unix, .path = "/run/redis a.sock", .database = 2},
            "unix:///run/redis%20a.sock?db=2");
        row("a redacted path can be read back", "unix:///tmp/50%25%3F%40.sock",
            {.kind = Url::Kind::Unix, .path = "/tmp/50%?@.sock"}, "unix:///tmp/50%25%3F%40.sock");
        row("any path in ASCII", "unix:///tmp/%ff%0a \xc3\xbc.sock",
            {.kind = Url::Kind::Unix, .path = "/tmp/\xff\n \xc3\xbc.sock"},
            "unix:///tmp/%FF%0A%20%C3%BC.sock");
        row("what TLS needs",
            "rediss://ops:pw@redis.example:6380/2?ca=/etc/ca%20%26%20co.pem&cert=/c.pem&key=k.pem",
            {.host = "redis.example",
                .port = 6380,
                .user = "ops",
                .password = "pw",
                .database = 2,
                .tls = redis::Tls{.caFile = "/etc/ca & co.pem",
                    .certFile = "/c.pem",
                    .keyFile = "k.pem"}},
            "rediss://***@redis.example:6380/2?ca=/etc/ca%20%26%20co.pem&cert=/c.pem&key=k.pem");
        row("a redacted TLS URL can be read back",
            "rediss://u:hunter2@host/1?ca=/a%26b%3D%3F%25.pem&cert=/c",
            {.host = "host",
                .user = "u",
                .password = "hunter2",
                .database = 1,
                .tls = redis::Tls{.caFile = "/a&b=?%.pem", .certFile = "/c"}},
            "rediss://***@host:6379/1?ca=/a%26b%3D%3F%25.pem&cert=/c");
    }
    void readsUrls()
    {
        const auto [text, parts, redacted] = fetch<std::string, Parts, std::string>();
        const auto url = Url::parse(text);
        QVERIFY(url.has_value());
        QCOMPARE(url->kind, parts.kind);
        QCOMPARE(url->host, parts.host);
        QCOMPARE(url->port, parts.port);
        QCOMPARE(url->path, parts.path);
        QCOMPARE(url->user, parts.user);
        QCOMPARE(url->password.reveal(), parts.password);
        QCOMPARE(url->database, parts.database);
        QVERIFY(url->tls == parts.tls);
        QCOMPARE(url->redacted(), redacted);
        QCOMPARE(Url::parse(redacted)->path, url->path);
        QVERIFY(Url::parse(redacted)->tls == url->tls);
    }

    void speaksTlsWithoutAnyOption()
    {
        QVERIFY(Url::parse("rediss://host")->tls == redis::Tls{});
        QVERIFY(!Url::parse("redis://host")->tls.has_value());
        QVERIFY(Url::parse("rediss://[::1]:7001?ca=/ca@home.pem")->user.empty());
    }

    void refusesWhatItCantRead_data()
    {
        columns<QByteArray, ErrorClass>();
        const auto row = [](const char* text, ErrorClass kind = ErrorClass::InvalidUrl) {
            QTest::newRow(text) << QByteArray(text) << kind;
        };
        row("");
        row("localhost:6379");
        row("http://localhost");
        row("redis://");
        row("redis://:6379");
        row("redis://host:");
        row("redis://host:/0");
        row("redis://[::1]:");
        row("redis://[::1]:/0");
        row("rediss://[::1]:?ca=/ca.pem");
        row("redis://host:0");
        row("redis://host:65536");
        row("redis://host:12x");
        row("redis://host/x");
        row("redis://host/-1");
        row("redis://[::1");
        row("redis://[::1]x");
        row("redis://[host]");
        row("redis://[[host]");
        row("redis://ho\nst");
        row("redis://h\xc3\xb6st");
        row("redis://user:%4@host");
        row("unix://relative");
        row("unix:///tmp/a%00b");
        row("unix:///run/redis.sock?database=1");
        row("redis://host?ca=/ca.pem");
        row("redis://host/0?db=1");
        row("rediss://host?insecure=1");
        row("rediss://host?verify=none");
        row("rediss://host?ca");
        row("rediss://host?ca=");
        row("rediss://host?ca=%00");
        row("rediss://host?ca=%4");
        row("rediss://host?ca=/a&ca=/b");
        row("rediss://host?key=/key.pem");
        row("rediss://host?");
        row("rediss://?ca=/ca.pem");
        row("unix:///run/redis.sock?ca=/ca.pem");
    }
    void refusesWhatItCantRead()
    {
        const auto [text, kind] = fetch<QByteArray, ErrorClass>();
        const auto url = Url::parse(text.toStdString());
        QVERIFY(!url.has_value());
        QCOMPARE(url.error().kind, kind);
    }

    void neverShowsAPassword()
    {
        const auto url = Url::parse("redis://ops:hunter2@host:7000/1");
        QVERIFY(url.has_value());
        QCOMPARE(url->redacted(), std::string("redis://***@host:7000/1"));
        const auto wrong = Url::parse("redis://ops:hunter2@host:port");
        QVERIFY(!wrong.has_value());
        QVERIFY(wrong.error().text.find("hunter2") == std::string::npos);
    }

    void saysHowALoginIsWritten_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"redis://:hunt/er@host", "redis://ops:hunt/er@host:7000/1",
                 "redis://ops:12/34@host", "redis://ops:a@b/hunter@host", "rediss://:hunt?er@host",
                 "rediss://ops:hunt/er@host?ca=/ca.pem", "unix://ops:hunt/er@/run/redis.sock"})
            QTest::newRow(text) << QByteArray(text);
    }
    void saysHowALoginIsWritten()
    {
        QFETCH(QByteArray, text);
        const auto url = Url::parse(text.toStdString());
        QVERIFY(!url.has_value());
        const std::string& words = url.error().text;
        QVERIFY2(words.find("a / in user or password is written %2F") != std::string::npos,
            words.c_str());
        for (const char* part : {"hunt", "er@", "34"})
            QVERIFY2(words.find(part) == std::string::npos, words.c_str());
    }

    void anUnescapedHashBelongsToThePassword()
    {
        QCOMPARE(Url::parse("redis://:a#b@host")->password.reveal(), std::string("a#b"));
    }

    void saysThatAnIpv6AddressStandsInBrackets_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"redis://::1", "redis://::1:6379", "redis://fe80::1/2",
                 "redis://ops:pw@2001:db8::1:6379", "rediss://::1?ca=/a@b.pem"})
            QTest::newRow(text) << QByteArray(text);
    }
    void saysThatAnIpv6AddressStandsInBrackets()
    {
        QFETCH(QByteArray, text);
        const auto url = Url::parse(text.toStdString());
        QVERIFY(!url.has_value());
        QVERIFY2(url.error().text.find("an IPv6 address stands in brackets") != std::string::npos,
            url.error().text.c_str());
        QVERIFY(url.error().text.find("pw") == std::string::npos);
    }

    void namesMastersInOrder()
    {
        const auto deployment
            = config::deploymentFromUrls("prod", {"redis://one", "redis://two:7000"});
        QVERIFY(deployment.has_value());
        QCOMPARE(deployment->masters.size(), std::size_t(2));
        QCOMPARE(deployment->masters[1].id, MasterId("b"));
        QCOMPARE(deployment->quorum(), std::size_t(2));
        QCOMPARE(config::masterIdFor(25), MasterId("z"));
        QCOMPARE(config::masterIdFor(26), MasterId("m27"));
    }

    void refusesAServerNamedTwice()
    {
        const auto same = config::deploymentFromUrls("prod", {"redis://one", "redis://one:6379"});
        QVERIFY(!same.has_value());
        QCOMPARE(same.error().kind, ErrorClass::InvalidArgument);
    }
};

LOCKKEEPER_TEST(UrlTest)

} // namespace lockkeeper::tests::url_test

#include "url_test.moc"
