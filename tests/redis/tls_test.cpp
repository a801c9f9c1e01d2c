// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/redis/client.h"
#include "tests/support/certificates.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

#include <fstream>

namespace lockkeeper::tests::tls_test {

using redis::LinkState;
using redis::Reply;

class TlsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<CertificateAuthority> m_authority;
    int m_issued = 0;

    std::string path() const { return m_directory.path().toStdString(); }
    std::string trusting(const std::string& more = {}) const
    {
        return "?ca=" + m_authority->file().string() + more;
    }
    CertificateFiles issue(const CertificateOptions& options)
    {
        return m_authority->issue("issued-" + std::to_string(++m_issued), options);
    }
    RedisServerOptions server(
        const CertificateOptions& options, bool wantsClientCertificate = false)
    {
        return {
            .tlsArguments = m_authority->serverArguments(issue(options), wantsClientCertificate)};
    }
    static void expectRefusal(Client& client, const char* words)
    {
        const Error error = errorOf(client.ask({"SET", "k", "v"}));
        QVERIFY2(error.text.find(words) != std::string::npos, error.text.c_str());
        QCOMPARE(error.kind, ErrorClass::TlsFailed);
        QCOMPARE(error.master, MasterId("a"));
        QVERIFY(error.text.find('\n') == std::string::npos);
        QCOMPARE(client.status().state, LinkState::Refused);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_directory.isValid());
        m_authority = std::make_unique<CertificateAuthority>(path(), "our-ca");
    }

    void talksToAServerByItsAddress()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}));
        Client client(servers.tlsUrl(0, "127.0.0.1", trusting()));
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
        QCOMPARE(client.status().role, std::optional<std::string>("master"));
    }

    void talksToAServerByItsName()
    {
        RedisServerFixture servers(server({.hosts = {"localhost"}}));
        Client client(servers.tlsUrl(0, "localhost", trusting()));
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
    }

    void takesANameThatEndsInTheRoot()
    {
        RedisServerFixture servers(server({.hosts = {"localhost"}}));
        redis::ConnectionOptions options;
        options.lookUp = [](const std::string&) { return std::vector<std::string>{"127.0.0.1"}; };
        Client client(servers.tlsUrl(0, "localhost.", trusting()), options);
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
    }

    void refuses_data()
    {
        const auto row = columns<CertificateOptions, std::string, std::string>();
        row("a certificate for another name", {.hosts = {"redis-a.example", "10.1.2.3", "::1"}},
            "localhost", "not for localhost but for redis-a.example, 10.1.2.3, ::1");
        row("a certificate for another address", {.hosts = {"localhost", "127.0.0.2"}}, "127.0.0.1",
            "not for 127.0.0.1 but for localhost, 127.0.0.2");
        row("a common name that is an address", {.commonName = "127.0.0.1"}, "127.0.0.1",
            "not for 127.0.0.1 but for CN=127.0.0.1");
        row("a certificate that is not valid yet",
            {.hosts = {"127.0.0.1"}, .validFrom = 24h, .validUntil = 48h}, "127.0.0.1",
            "is not valid yet");
    }
    void refuses()
    {
        const auto [certificate, host, words]
            = fetch<CertificateOptions, std::string, std::string>();
        RedisServerFixture servers(server(certificate));
        Client client(servers.tlsUrl(0, host, trusting()));
        expectRefusal(client, words.c_str());
    }

    void refusesAnExpiredCertificateAndTellsItsDates()
    {
        RedisServerFixture servers(
            server({.hosts = {"127.0.0.1"}, .validFrom = -48h, .validUntil = -24h}));
        Client client(servers.tlsUrl(0, "127.0.0.1", trusting()));
        const QString day
            = QDateTime::currentDateTimeUtc().addDays(-1).toString(QStringLiteral("yyyy-MM-dd"));
        expectRefusal(client, "has expired: it was valid from 20");
        const std::string text = client.status().error->text;
        QVERIFY2(text.find("to " + day.toStdString()) != std::string::npos, text.c_str());
        QVERIFY(text.ends_with(" UTC"));
    }

    void refusesACertificateOfAnotherCa()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}));
        const CertificateAuthority other(path(), "other-ca");
        Client client(servers.tlsUrl(0, "127.0.0.1", "?ca=" + other.file().string()));
        const std::string words = "unknown CA: CN=our-ca, which " + other.file().string();
        expectRefusal(client, words.c_str());
    }

    void refusesACertificateWithoutItsChain()
    {
        const CertificateAuthority stranger(path(), "stranger-ca");
        auto options = server({.hosts = {"127.0.0.1"}});
        options.tlsArguments.insert(
            options.tlsArguments.end(), {"--tls-ca-cert-file", stranger.file()});
        RedisServerFixture servers(options);
        Client client(servers.tlsUrl(0, "127.0.0.1", "?ca=" + stranger.file().string()));
        expectRefusal(client, "unknown CA: the server's certificate was issued by CN=our-ca");
        Client trusted(servers.tlsUrl(0, "127.0.0.1", trusting()));
        QCOMPARE(trusted.ask({"PING"}).value(), Reply::status("PONG"));
    }

    void trustsTheSystemsStoreIfNoCaIsNamed()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}));
        Client client(servers.tlsUrl(0));
        expectRefusal(client, "which the system's store does not have");
        qputenv("SSL_CERT_FILE", QByteArray::fromStdString(m_authority->file().string()));
        Client trusting(servers.tlsUrl(0));
        const auto reply = trusting.ask({"PING"});
        qunsetenv("SSL_CERT_FILE");
        QCOMPARE(reply.value(), Reply::status("PONG"));
    }

    void saysThatAPortHasNoTls()
    {
        RedisServerFixture servers({.hasTcp = true});
        std::string url = servers.tcpUrls()[0];
        Client client(url.insert(5, "s") + trusting());
        expectRefusal(client, "the server does not speak TLS");
        QCOMPARE(servers.command({"DBSIZE"}), Reply::number(0));
    }

    void guessesThatAPortHasTls()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}));
        Client client("redis://127.0.0.1:" + std::to_string(servers.tlsPort(0)));
        const Error error = errorOf(client.ask({"PING"}));
        QVERIFY2(error.text.find("perhaps this is a port for TLS (rediss://)") != std::string::npos,
            error.text.c_str());
    }

    void doesNotTakeAStoppedServerForOneWithoutTls()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}));
        servers.suspend(0);
        Client client(servers.tlsUrl(0, "127.0.0.1", trusting()), {.connectTimeout = 200ms});
        QVERIFY(client.reaches(LinkState::Silent));
        QCOMPARE(client.status().error->kind, ErrorClass::Unreachable);
        servers.resume(0);
        QVERIFY(client.reaches(LinkState::Up));
    }

    void saysThatAClientCertificateIsWanted()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}, true));
        Client client(servers.tlsUrl(0, "127.0.0.1", trusting()));
        expectRefusal(client, "wants a client certificate");
    }

    void presentsItsCertificate()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}, true));
        const CertificateFiles own = issue({.commonName = "a client"});
        Client client(servers.tlsUrl(0, "127.0.0.1",
            trusting("&cert=" + own.certificate.string() + "&key=" + own.key.string())));
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
    }

    void saysWhatTheServerHasAgainstItsCertificate()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}, true));
        const auto expect = [&](const CertificateFiles& own, const char* words) {
            Client client(servers.tlsUrl(0, "127.0.0.1",
                trusting("&cert=" + own.certificate.string() + "&key=" + own.key.string())));
            expectRefusal(client, words);
        };
        const CertificateAuthority other(path(), "another-ca");
        expect(other.issue("unknown", {}), "does not trust the client certificate's CA");
        expect(issue({.validFrom = -48h, .validUntil = -24h}), "client certificate has expired");
    }

    void namesTheFirstEightHostsOfACertificate()
    {
        std::vector<std::string> hosts;
        for (const char* number : {"1", "2", "3", "4", "5", "6", "7", "8", "9"})
            hosts.push_back(std::string("redis-") + number);
        RedisServerFixture servers(server({.hosts = hosts}));
        Client client(servers.tlsUrl(0, "localhost", trusting()));
        expectRefusal(client, "redis-7, redis-8 ...");
    }

    void readsCertificateAndKeyFromOneFile()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}, true));
        const CertificateFiles own = issue({});
        const std::string both = path() + "/both.pem";
        std::ofstream(both) << std::ifstream(own.certificate).rdbuf()
                            << std::ifstream(own.key).rdbuf();
        Client client(servers.tlsUrl(0, "127.0.0.1", trusting("&cert=" + both)));
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
    }

    void saysWhichFileCantBeUsed_data()
    {
        columns<QByteArray, QByteArray>();
        const CertificateFiles own = issue({});
        const CertificateFiles other = issue({});
        const CertificateFiles locked = issue({.keyPassword = "sesame"});
        const std::string empty = path() + "/empty.pem";
        std::ofstream(empty).flush();
        const auto row
            = [](const char* name, const std::string& options, const std::string& words) {
                  QTest::newRow(name)
                      << QByteArray::fromStdString(options) << QByteArray::fromStdString(words);
              };
        row("no CA file", "?ca=/nonexistent/ca.pem",
            "the CA file /nonexistent/ca.pem: No such file or directory");
        row("empty CA file", "?ca=" + empty, "the CA file " + empty + ": it holds nothing");
        row("a CA file that is a directory", "?ca=" + path(), "the CA file " + path() + ": ");
        row("no certificate", trusting("&cert=/nonexistent/c.pem"), "/nonexistent/c.pem: No such");
        row("no key", trusting("&cert=" + own.certificate.string()),
            "the key " + own.certificate.string() + ": it holds nothing");
        row("another's key",
            trusting("&cert=" + own.certificate.string() + "&key=" + other.key.string()),
            "it does not belong to the certificate");
        row("encrypted key",
            trusting("&cert=" + locked.certificate.string() + "&key=" + locked.key.string()),
            "it is encrypted");
    }
    void saysWhichFileCantBeUsed()
    {
        const auto [options, words] = fetch<QByteArray, QByteArray>();
        Client client("rediss://127.0.0.1:1" + options.toStdString());
        expectRefusal(client, words.constData());
    }

    void refusesTlsBefore12()
    {
        auto options = server({.hosts = {"127.0.0.1"}});
        options.tlsArguments.insert(options.tlsArguments.end(),
            {"--tls-protocols", "TLSv1.1", "--tls-ciphers", "ALL:@SECLEVEL=0"});
        RedisServerFixture servers(options);
        Client client(servers.tlsUrl(0, "127.0.0.1", trusting()));
        expectRefusal(client, "no TLS version from 1.2");
    }

    void speaksTls12()
    {
        auto options = server({.hosts = {"127.0.0.1"}}, true);
        options.tlsArguments.insert(options.tlsArguments.end(), {"--tls-protocols", "TLSv1.2"});
        RedisServerFixture servers(options);
        const CertificateFiles own = issue({});
        Client client(servers.tlsUrl(0, "127.0.0.1",
            trusting("&cert=" + own.certificate.string() + "&key=" + own.key.string())));
        QCOMPARE(client.ask({"PING"}).value(), Reply::status("PONG"));
        Client stranger(servers.tlsUrl(0, "127.0.0.1", trusting()));
        expectRefusal(stranger, "client certificate");
    }

    void usesARenewedCaFileAtTheNextAttempt()
    {
        RedisServerFixture servers(server({.hosts = {"127.0.0.1"}}));
        const std::string file = path() + "/installed-later.pem";
        Client client(servers.tlsUrl(0, "127.0.0.1", "?ca=" + file), {.refusedBackoff = 20ms});
        expectRefusal(client, "No such file");
        std::filesystem::copy_file(m_authority->file(), file + ".new");
        std::filesystem::rename(file + ".new", file);
        QVERIFY(client.reaches(LinkState::Up));
    }
};

LOCKKEEPER_TEST(TlsTest)

} // namespace lockkeeper::tests::tls_test

#include "tls_test.moc"
