// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redis_server_fixture.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::lockkeeper_options_test {

namespace {

struct Outcome {
    int code = -1;
    QString errors;
};

} // namespace

/// Runs the program with --screenshot, which needs no display and ends.
class LockkeeperOptionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_servers = std::make_unique<RedisServerFixture>();
        write(section("orders"));
    }

    void aDeploymentOpensByItsName()
    {
        QCOMPARE(run({u"--deployment"_s, u"orders"_s}).code, 0);
        QVERIFY(QFileInfo::exists(picture()));
    }

    void theOnlyOneOfAFileNeedsNoName()
    {
        QCOMPARE(run({u"--config"_s, file()}).code, 0);
        write(section("orders") + section("billing"));
        const Outcome outcome = run({u"--config"_s, file()});
        QCOMPARE(outcome.code, 64);
        QVERIFY2(outcome.errors.contains(u"name one by --deployment; it has orders, billing"_s),
            qPrintable(outcome.errors));
    }

    void mistakesAreThoseOfLockctl()
    {
        Outcome outcome = run({u"--deployment"_s, u"nope"_s});
        QCOMPARE(outcome.code, 64);
        QVERIFY2(outcome.errors.contains(u"no deployment 'nope'; it has orders"_s),
            qPrintable(outcome.errors));
        outcome = run({u"--config"_s, u"/no/such/file"_s});
        QCOMPARE(outcome.code, 64);
        QVERIFY(outcome.errors.contains(u"there is no such file"_s));
        write(section("orders") + "[[deployment]]\nname = \"broken\"\n");
        outcome = run({u"--deployment"_s, u"orders"_s});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.errors.contains(u"deployment 'broken': has no masters"_s),
            qPrintable(outcome.errors));
    }

    void aMistakeShowsNoPassword()
    {
        const Outcome outcome = run({u"redis://:S3cretPw@127.0.0.1:1"_s});
        QCOMPARE(outcome.code, 64);
        QVERIFY2(outcome.errors.contains(u"redis://***@127.0.0.1:1"_s), qPrintable(outcome.errors));
        QVERIFY(!outcome.errors.contains(u"S3cretPw"_s));
    }

    void mastersAreNamedInOneWay_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("master") << QStringList{
            u"--deployment"_s, u"orders"_s, u"--master"_s, u"redis://h"_s};
        QTest::newRow("config") << QStringList{
            u"--config"_s, u"f"_s, u"--master"_s, u"redis://h"_s};
        QTest::newRow("sandbox") << QStringList{u"--deployment"_s, u"orders"_s, u"--sandbox"_s};
        const QStringList agent{u"--agent"_s, u"http://localhost:1"_s};
        QTest::newRow("agent and master") << agent + QStringList{u"--master"_s, u"redis://h"_s};
        QTest::newRow("agent and sandbox") << agent + QStringList{u"--sandbox"_s};
        QTest::newRow("agent and deployment")
            << agent + QStringList{u"--deployment"_s, u"orders"_s};
        QTest::newRow("agent and pattern") << agent + QStringList{u"--match"_s, u"a:*"_s};
    }
    void mastersAreNamedInOneWay()
    {
        QFETCH(QStringList, arguments);
        QCOMPARE(run(arguments).code, 64);
    }

    void anAgentThatCantBeUsedIsNamed()
    {
        Outcome outcome = run({u"--agent"_s, u"http://10.0.0.7:7737"_s});
        QCOMPARE(outcome.code, 64);
        QVERIFY2(outcome.errors.contains(u"not encrypted"_s), qPrintable(outcome.errors));
        outcome = run({u"--agent"_s, u"http://127.0.0.1:%1"_s.arg(freePort())});
        QCOMPARE(outcome.code, 69);
        QVERIFY2(
            outcome.errors.contains(u"the agent can't be reached"_s), qPrintable(outcome.errors));
    }

    void withoutADisplayThereIsOneLine_data()
    {
        QTest::addColumn<QString>("display");
        QTest::newRow("none") << QString();
        QTest::newRow("nobody there") << u":4242"_s;
    }
    void withoutADisplayThereIsOneLine()
    {
        QFETCH(QString, display);
        const Outcome outcome = start({}, {{u"DISPLAY"_s, display}});
        QCOMPARE(outcome.code, 69);
        QCOMPARE(outcome.errors.count(u'\n'), 1);
        QVERIFY2(
            outcome.errors.contains(u"use lockctl, or --screenshot"_s), qPrintable(outcome.errors));
    }

    /// A window begins with any page; sizes and dialogs are of pictures.
    void whatIsOfPicturesAloneIsRefused()
    {
        const QMap<QString, QString> noDisplay{{u"DISPLAY"_s, {}}};
        QCOMPARE(start({u"--page"_s, u"lab"_s}, noDisplay).code, 69);
        Outcome outcome = start({u"--page"_s, u"acquire"_s}, noDisplay);
        QCOMPARE(outcome.code, 64);
        QVERIFY2(outcome.errors.contains(u"trends or lab"_s), qPrintable(outcome.errors));
        outcome = start({u"--size"_s, u"640x480"_s}, noDisplay);
        QCOMPARE(outcome.code, 64);
        QVERIFY2(outcome.errors.contains(u"--screenshot FILE"_s), qPrintable(outcome.errors));
    }

    void aPictureThatCantBeWrittenHasAReason()
    {
        const Outcome outcome = start({u"--screenshot"_s, u"/nonexistent/a.png"_s});
        QCOMPARE(outcome.code, 74);
        QVERIFY2(
            outcome.errors.contains(u"No such file or directory"_s), qPrintable(outcome.errors));
    }

    void aDialogThatDoesNotOpenIsNoPicture()
    {
        write(section("orders"));
        QCOMPARE(run({u"--deployment"_s, u"orders"_s, u"--page"_s, u"allow"_s}).code, 0);
        QVERIFY(QFile::remove(picture()));
        write(section("orders") + "class = \"development\"\nread_only = false\n");
        const Outcome outcome = run({u"--deployment"_s, u"orders"_s, u"--page"_s, u"allow"_s});
        QCOMPARE(outcome.code, 64);
        QVERIFY2(outcome.errors.contains(u"allowed already"_s), qPrintable(outcome.errors));
        QVERIFY(!QFileInfo::exists(picture()));
    }

    void withoutOptionsTheStartPageIsShown()
    {
        QCOMPARE(run({}).code, 0);
        QVERIFY(QFileInfo::exists(picture()));
    }

private:
    [[nodiscard]] QString file() const
    {
        return m_directory->filePath(u"config/lockkeeper/deployments.toml"_s);
    }
    [[nodiscard]] QString picture() const { return m_directory->filePath(u"window.png"_s); }
    [[nodiscard]] QByteArray section(const char* name) const
    {
        return "[[deployment]]\nname = \"" + QByteArray(name) + "\"\nmasters = [\""
            + QByteArray::fromStdString(m_servers->urls().front()) + "\"]\n";
    }
    void write(const QByteArray& text) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(file()).path()));
        QFile written(file());
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(text);
    }
    [[nodiscard]] Outcome run(const QStringList& arguments) const
    {
        return start(QStringList{u"--screenshot"_s, picture()} + arguments);
    }
    [[nodiscard]] Outcome start(
        const QStringList& arguments, const QMap<QString, QString>& variables = {}) const
    {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (!variables.isEmpty()) {
            environment.remove(u"QT_QPA_PLATFORM"_s);
            environment.remove(u"WAYLAND_DISPLAY"_s);
        }
        for (const auto& [name, value] : variables.asKeyValueRange())
            environment.insert(name, value);
        environment.insert(u"XDG_CONFIG_HOME"_s, m_directory->filePath(u"config"_s));
        environment.insert(u"XDG_STATE_HOME"_s, m_directory->filePath(u"state"_s));
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(LOCKKEEPER_PATH), arguments);
        if (!program.waitForFinished(60'000))
            return {};
        return {program.exitCode(), QString::fromUtf8(program.readAllStandardError())};
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<RedisServerFixture> m_servers;
};

LOCKKEEPER_TEST(LockkeeperOptionsTest)

} // namespace lockkeeper::tests::lockkeeper_options_test

#include "lockkeeper_options_test.moc"
