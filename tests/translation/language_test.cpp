// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/language/language.h"
#include "tests/support/test_class.h"

#include <map>
#include <string>

namespace lockkeeper::tests::language_test {

namespace {

using Variables = std::map<std::string, std::string>;

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesOfALanguageAreKnown_data()
    {
        const auto row = columns<QByteArray, int>();
        const int english = static_cast<int>(Language::English);
        const int chinese = static_cast<int>(Language::SimplifiedChinese);
        for (const char* name : {"C", "C.UTF-8", "POSIX", "en", "en_GB.UTF-8", "EN-us"})
            row(name, QByteArray(name), english);
        for (const char* name : {"zh", "zh_CN", "zh_CN.UTF-8", "zh_CN.GB18030", "zh-Hans", "zh_SG",
                 "zh_Hans_CN@pinyin"})
            row(name, QByteArray(name), chinese);
        for (const char* name : {"", "zh_TW.UTF-8", "zh_HK", "zh-Hant", "de_DE", "zhx", "english"})
            QTest::addRow("'%s'", name) << QByteArray(name) << -1;
    }

    void namesOfALanguageAreKnown()
    {
        const auto [name, language] = fetch<QByteArray, int>();
        const auto known = languageFromName(name.toStdString());
        QCOMPARE(known ? static_cast<int>(*known) : -1, language);
    }

    void theEnvironmentChoosesTheLanguage_data()
    {
        const auto row = columns<Variables, bool>();
        row("nothing", Variables{}, false);
        row("LANG", Variables{{"LANG", "zh_CN.UTF-8"}}, true);
        row("LC_MESSAGES before LANG",
            Variables{{"LANG", "zh_CN.UTF-8"}, {"LC_MESSAGES", "en_US.UTF-8"}}, false);
        row("LC_ALL before LC_MESSAGES", Variables{{"LC_ALL", "zh_CN"}, {"LC_MESSAGES", "en_US"}},
            true);
        row("an empty one is not set", Variables{{"LC_ALL", ""}, {"LANG", "zh_CN.UTF-8"}}, true);
        row("LANGUAGE before LC_ALL", Variables{{"LANGUAGE", "zh_CN"}, {"LC_ALL", "en_US.UTF-8"}},
            true);
        row("the first known of LANGUAGE",
            Variables{{"LANGUAGE", "de:zh_TW:zh_CN:en"}, {"LANG", "de_DE.UTF-8"}}, true);
        row("LANGUAGE in a container", Variables{{"LANGUAGE", "zh_CN"}, {"LANG", "C.UTF-8"}}, true);
        row("a script wants LC_ALL=C",
            Variables{{"LANGUAGE", "zh_CN"}, {"LC_ALL", "C"}, {"LANG", "zh_CN.UTF-8"}}, false);
        row("traditional Chinese", Variables{{"LANG", "zh_TW.UTF-8"}}, false);
        row("ours before all",
            Variables{{"LOCKKEEPER_LANGUAGE", "zh_CN"}, {"LC_ALL", "C"}, {"LANGUAGE", "en"}}, true);
        row("ours unknown", Variables{{"LOCKKEEPER_LANGUAGE", "klingon"}, {"LANG", "zh_CN"}}, true);
    }

    void theEnvironmentChoosesTheLanguage()
    {
        const auto [variables, isChinese] = fetch<Variables, bool>();
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

} // namespace lockkeeper::tests::language_test

#include "language_test.moc"
