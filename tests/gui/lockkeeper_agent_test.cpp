// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/http_connection.h"
#include "tests/ctl/lockctl_process.h"
#include "tests/support/certificates.h"
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::lockkeeper_agent_test {

namespace {

const QString kToken = u"0123456789abcdef-and-more"_s;

} // namespace

/// The program on an agent behind a proxy with TLS.
class LockkeeperAgentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_servers.commandAll({"SET", "lock:a", "5ccedab049f911f08f3a0242ac110002"});
        m_lockctl.setVariable(u"LOCKKEEPER_SERVE_TOKEN"_s, kToken);
        m_agent = m_lockctl.start("serve --json --listen 127.0.0.1:0");
        startProxy(portOf(*m_agent));
    }
    void cleanupTestCase()
    {
        for (QProcess* process : {&m_proxy, m_agent.get()}) {
            process->terminate();
            QVERIFY(process->waitForFinished());
        }
    }

    void isSeenByACertificateThatTheSystemTrusts()
    {
        QProcess program;
        start(program, u"localhost"_s, m_authority.file());
        QVERIFY(program.waitForFinished(60'000));
        // Not ended by a signal either, when the connection is closed.
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError());
        QVERIFY(QFileInfo::exists(picture()));
    }

    void isRefusedIfItsCertificateIsNotTrusted_data()
    {
        const auto row = columns<QString, bool>();
        row("unknown authority", "localhost", false);
        row("another name", "127.0.0.1", true);
    }
    void isRefusedIfItsCertificateIsNotTrusted()
    {
        const auto [host, isTrusted] = fetch<QString, bool>();
        QProcess program;
        start(program, host,
            isTrusted ? m_authority.file() : CertificateAuthority(path(), "another").file());
        QVERIFY(program.waitForFinished(60'000));
        QCOMPARE(program.exitCode(), 69);
        QVERIFY(program.readAllStandardError().contains("certificate can't be trusted"));
    }

private:
    [[nodiscard]] std::filesystem::path path() const { return m_home.path().toStdString(); }
    [[nodiscard]] QString picture() const { return m_home.filePath(u"window.png"_s); }

    void startProxy(quint16 target)
    {
        const auto files = m_authority.issue("proxy", {.hosts = {"localhost"}});
        QFile settings(m_home.filePath(u"stunnel.conf"_s));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        m_port = freePort();
        settings.write(u"foreground = yes\npid =\n[agent]\naccept = 127.0.0.1:%1\n"
                       "connect = 127.0.0.1:%2\ncert = %3\nkey = %4\n"_s.arg(m_port)
                           .arg(target)
                           .arg(QString::fromStdString(files.certificate.string()),
                               QString::fromStdString(files.key.string()))
                           .toUtf8());
        settings.close();
        m_proxy.start(u"stunnel4"_s, {settings.fileName()});
        QByteArray said;
        QTRY_VERIFY2_WITH_TIMEOUT(
            (said += m_proxy.readAllStandardError()).contains("Configuration successful"),
            said.constData(), 30'000);
    }

    void start(QProcess& program, const QString& host, const std::filesystem::path& trusted) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& name : {u"XDG_CONFIG_HOME"_s, u"XDG_STATE_HOME"_s})
            environment.insert(name, m_home.path());
        environment.insert(u"LOCKKEEPER_AGENT_TOKEN"_s, kToken);
        environment.insert(u"SSL_CERT_FILE"_s, QString::fromStdString(trusted.string()));
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(LOCKKEEPER_PATH),
            {u"--agent"_s, u"https://%1:%2"_s.arg(host).arg(m_port), u"--screenshot"_s, picture()});
    }

    QTemporaryDir m_home;
    RedisServerFixture m_servers{{.count = 3}};
    Lockctl m_lockctl{m_home.path(), urlsOf(m_servers)};
    CertificateAuthority m_authority{path(), "trusted"};
    std::unique_ptr<QProcess> m_agent;
    QProcess m_proxy;
    std::uint16_t m_port = 0;
};

LOCKKEEPER_TEST(LockkeeperAgentTest)

} // namespace lockkeeper::tests::lockkeeper_agent_test

#include "lockkeeper_agent_test.moc"
