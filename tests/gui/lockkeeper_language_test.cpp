// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

namespace lockkeeper::tests::lockkeeper_language_test {

/// The real program in Chinese.
class LockkeeperLanguageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert(u"LOCKKEEPER_LANGUAGE"_s, u"zh_CN"_s);
        m_environment.insert(u"XDG_CONFIG_HOME"_s, m_directory->filePath(u"config"_s));
        m_environment.insert(u"XDG_STATE_HOME"_s, m_directory->filePath(u"state"_s));
    }

    void theHelpIsInTheLanguageOfTheEnvironment()
    {
        const QString help = run({u"--help"_s});
        QVERIFY2(help.contains(u"\u663e\u793a\u6b64\u5e2e\u52a9"_s), qPrintable(help));
        QVERIFY(!help.contains(u"Show this help"_s));
        // Qt's own words come from its translations.
        QVERIFY2(!help.contains(u"Options:"_s), qPrintable(help));
    }

    void mistakesAreToldInIt()
    {
        const QString errors = run({u"--theme"_s, u"loud"_s});
        QVERIFY2(errors.contains(u"--theme \u53ef\u53d6 system"_s), qPrintable(errors));
    }

    void aSystemWithoutChineseLettersIsToldWhatToInstall()
    {
        const QString file = m_directory->filePath(u"fonts.conf"_s);
        QFile fonts(file);
        QVERIFY(fonts.open(QIODevice::WriteOnly));
        fonts.write("<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>"
            + QFile::encodeName(m_directory->filePath(u"cache"_s)) + "</cachedir></fontconfig>");
        fonts.close();
        m_environment.insert(u"FONTCONFIG_FILE"_s, file);
        const QString errors = run({u"--screenshot"_s, m_directory->filePath(u"window.png"_s)});
        QVERIFY2(errors.contains(u"install fonts-noto-cjk"_s), qPrintable(errors));
        QCOMPARE(errors.count(u"lockkeeper: "_s), 1);
    }

    void aSystemWithThemIsToldNothing()
    {
        const QString errors = run({u"--screenshot"_s, m_directory->filePath(u"window.png"_s)});
        QVERIFY2(!errors.contains(u"lockkeeper: "_s), qPrintable(errors));
        QVERIFY(QFile::exists(m_directory->filePath(u"window.png"_s)));
    }

private:
    /// All that the program prints.
    [[nodiscard]] QString run(const QStringList& arguments) const
    {
        QProcess program;
        program.setProcessEnvironment(m_environment);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(QStringLiteral(LOCKKEEPER_PATH), arguments);
        if (!program.waitForFinished(60'000))
            return {};
        return QString::fromUtf8(program.readAll());
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    QProcessEnvironment m_environment;
};

LOCKKEEPER_TEST(LockkeeperLanguageTest)

} // namespace lockkeeper::tests::lockkeeper_language_test

#include "lockkeeper_language_test.moc"
