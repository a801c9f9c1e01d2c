// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/shell_text.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::shell_text_test {

class ShellTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quotesOnlyWhatIsNotPlain()
    {
        for (const char* plain : {"orders:42", "redis://10.0.0.1:6379/4", "a=b", "x%y", "-n"})
            QCOMPARE(shellWord(plain), std::string(plain));
        QCOMPARE(shellWord(""), std::string("''"));
        QCOMPARE(shellWord("=ls"), std::string("'=ls'"));
        QCOMPARE(shellWord("%self"), std::string("'%self'"));
        QCOMPARE(shellWord("it's"), std::string("'it'\\''s'"));
        QCOMPARE(shellWord("a\\\\b"), std::string("'a'\\\\\\\\'b'"));
        QCOMPARE(shellWord("锁 1"), std::string("'锁 1'"));
        QCOMPARE(shellWord("a\x1b"), std::string("\"$(printf 'a\\033')\""));
        QVERIFY(!isShellWord(std::string("a\0b", 3)));
        QVERIFY(!isShellWord("a\n"));
        QVERIFY(isShellWord("a\nb"));
    }

    void isOneWordOfTheSameBytesInEveryShell_data()
    {
        QTest::addColumn<QStringList>("shell");
        QTest::newRow("dash") << QStringList{QStringLiteral("dash")};
        QTest::newRow("bash") << QStringList{QStringLiteral("bash"), QStringLiteral("--norc")};
        QTest::newRow("zsh") << QStringList{QStringLiteral("zsh"), QStringLiteral("-f")};
        QTest::newRow("fish") << QStringList{QStringLiteral("fish"), QStringLiteral("--no-config")};
    }
    void isOneWordOfTheSameBytesInEveryShell()
    {
        QFETCH(QStringList, shell);
        std::string script;
        QByteArray expected;
        for (const std::string& text : texts()) {
            const std::string word = shellWord(text);
            QVERIFY2(isFitForTerminal(word), word.c_str());
            script += "printf '<%s>' " + word + "\n";
            expected.append('<').append(QByteArray::fromStdString(text)).append('>');
        }
        QProcess process;
        process.start(shell.front(), shell.mid(1));
        process.write(QByteArray::fromStdString(script));
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardError(), QByteArray());
        QCOMPARE(process.readAllStandardOutput(), expected);
    }

private:
    static std::vector<std::string> texts()
    {
        std::vector<std::string> texts = hostileNames(200);
        for (const char* text : {"", "a\\", "\\'", "''", "\\\\'\\", "!!", "a!b", "~", "~root",
                 "=ls", "%self", "%1", "{a,b}", "[a]*", "$(touch x)", "`id`", "-n", "--", "^a^b",
                 "\r", "\xe2\x80\x9c", "\x81\x82\x88"})
            texts.emplace_back(text);
        for (int byte = 1; byte < 256; ++byte)
            texts.push_back({static_cast<char>(byte), '!'});
        std::erase_if(texts, [](const std::string& text) { return !isShellWord(text); });
        return texts;
    }
};

LOCKKEEPER_TEST(ShellTextTest)

} // namespace lockkeeper::tests::shell_text_test

#include "shell_text_test.moc"
