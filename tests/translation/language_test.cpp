// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/language/language.h"
#include "tests/support/test_class.h"

#include <QtTest>
#include <map>
#include <string>

namespace lockkeeper::language_test {

namespace {

using Variables = std::map<std::string, std::string>;

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesOfALanguageAreKnown_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("language");
        const int english = static_cast<int>(Language::English);
        const int chinese = static_cast<int>(Language::SimplifiedChinese);
        for (const char* name : {"C", "C.UTF-8", "POSIX", "en", "en_GB.UTF-8", "EN-us"})
            QTest::newRow(name) << QByteArray(name) << english;
        for (const char* name : {"zh", "zh_CN", "zh_CN.UTF-8", "zh_CN.GB18030", "zh-Hans", "zh_SG",
                 "zh_Hans_CN@pinyin"})
            QTest::newRow(name) << QByteArray(name) << chinese;
        for (const char* name : {"", "zh_TW.UTF-8", "zh_HK", "zh-Hant", "de_DE", "zhx", "english"})
            QTest::addRow("'%s'", name) << QByteArray(name) << -1;
    }

    void namesOfALanguageAreKnown()
    {
        QFETCH(const QByteArray, name);
        QFETCH(const int, language);
        const auto known = languageFromName(name.toStdString());
        QCOMPARE(known ? static_cast<int>(*known) : -1, language);
    }

    void theEnvironmentChoosesTheLanguage_data()
    {
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<bool>("isChinese");
        QTest::newRow("nothing") << Variables{} << false;
        QTest::newRow("LANG") << Variables{{"LANG", "zh_CN.UTF-8"}} << true;
        QTest::newRow("LC_MESSAGES before LANG")
            << Variables{{"LANG", "zh_CN.UTF-8"}, {"LC_MESSAGES", "en_US.UTF-8"}} << false;
        QTest::newRow("LC_ALL before LC_MESSAGES")
            << Variables{{"LC_ALL", "zh_CN"}, {"LC_MESSAGES", "en_US"}} << true;
        QTest::newRow("an empty one is not set")
            << Variables{{"LC_ALL", ""}, {"LANG", "zh_CN.UTF-8"}} << true;
        QTest::newRow("LANGUAGE before LC_ALL")
            << Variables{{"LANGUAGE", "zh_CN"}, {"LC_ALL", "en_US.UTF-8"}} << true;
        QTest::newRow("the first known of LANGUAGE")
            << Variables{{"LANGUAGE", "de:zh_TW:zh_CN:en"}, {"LANG", "de_DE.UTF-8"}} << true;
        QTest::newRow("LANGUAGE in a container")
            << Variables{{"LANGUAGE", "zh_CN"}, {"LANG", "C.UTF-8"}} << true;
        QTest::newRow("a script wants LC_ALL=C")
            << Variables{{"LANGUAGE", "zh_CN"}, {"LC_ALL", "C"}, {"LANG", "zh_CN.UTF-8"}} << false;
        QTest::newRow("traditional Chinese") << Variables{{"LANG", "zh_TW.UTF-8"}} << false;
        QTest::newRow("ours before all")
            << Variables{{"LOCKKEEPER_LANGUAGE", "zh_CN"}, {"LC_ALL", "C"}, {"LANGUAGE", "en"}}
            << true;
        QTest::newRow("ours unknown")
            << Variables{{"LOCKKEEPER_LANGUAGE", "klingon"}, {"LANG", "zh_CN"}} << true;
    }

    void theEnvironmentChoosesTheLanguage()
    {
        QFETCH(const Variables, variables);
        QFETCH(const bool, isChinese);
        QCOMPARE(languageOfEnvironment(of(variables)) == Language::SimplifiedChinese, isChinese);
    }

    void onlyOursIsToldToBeIgnored()
    {
        const Variables known{{"LOCKKEEPER_LANGUAGE", "en_GB.UTF-8"}, {"LANG", "klingon"}};
        QVERIFY(!ignoredLanguage(of(known)));
        QVERIFY(!ignoredLanguage(of(Variables{{"LOCKKEEPER_LANGUAGE", ""}})));
        const Variables traditional{{"LOCKKEEPER_LANGUAGE", "zh_TW\n"}};
        QCOMPARE(ignoredLanguage(of(traditional)).value_or(""),
            "LOCKKEEPER_LANGUAGE=zh_TW\\n is ignored: it is en or zh_CN");
    }

private:
    static std::function<const char*(const char*)> of(const Variables& variables)
    {
        return [variables](const char* name) -> const char* {
            const auto found = variables.find(name);
            return found == variables.end() ? nullptr : found->second.c_str();
        };
    }
};

LOCKKEEPER_TEST(LanguageTest)

} // namespace lockkeeper::language_test

#include "language_test.moc"
