// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/display_safe.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::display_safe_test {

class DisplaySafeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ordinaryTextStaysAsItIs_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::newRow("empty") << std::string();
        QTest::newRow("ASCII") << std::string("orders:42 {x}~!");
        QTest::newRow("markup") << std::string("<img src=\"/some/fifo\">&amp;");
        QTest::newRow("German, Russian, Japanese") << std::string("größe порядок 注文");
        QTest::newRow("emoji with variation selector") << std::string("\xe2\x9d\xa4\xef\xb8\x8f");
        QTest::newRow("private use") << std::string("\xee\x80\x80");
        QTest::newRow("last character of Unicode that is one") << std::string("\xf4\x8f\xbf\xbd");
    }
    void ordinaryTextStaysAsItIs()
    {
        QFETCH(std::string, text);
        QCOMPARE(displaySafe(text), text);
    }

    void hostileTextBecomesVisible_data()
    {
        const auto row = columns<std::string, std::string>();
        row("line ends", "a\r\n\tb", "a\\r\\n\\tb");
        row("NUL", std::string("a\0b", 3), "a\\x00b");
        row("terminal escape", "\x1b[2J", "\\x1b[2J");
        row("DEL", "\x7f", "\\x7f");
        row("backslash", "\\n", "\\\\n");
        row("C1 control", "\xc2\x9b", "\\u009b");
        row("soft hyphen", "a\xc2\xad", "a\\u00ad");
        row("Arabic letter mark", "\xd8\x9c", "\\u061c");
        row("left-to-right mark", "\xe2\x80\x8e", "\\u200e");
        row("right-to-left mark", "\xe2\x80\x8f", "\\u200f");
        row("right-to-left override",
            "a\xe2\x80\xae"
            "b",
            "a\\u202eb");
        row("embedding", "\xe2\x80\xaa", "\\u202a");
        row("first isolate", "\xe2\x81\xa6", "\\u2066");
        row("last isolate", "\xe2\x81\xa9", "\\u2069");
        row("zero-width space", "\xe2\x80\x8b", "\\u200b");
        row("zero-width joiner", "\xe2\x80\x8d", "\\u200d");
        row("word joiner", "\xe2\x81\xa0", "\\u2060");
        row("byte order mark", "\xef\xbb\xbf", "\\ufeff");
        row("line separator", "\xe2\x80\xa8", "\\u2028");
        row("paragraph separator", "\xe2\x80\xa9", "\\u2029");
        row("tag letter", "\xf3\xa0\x81\x81", "\\U000e0041");
        row("blanks at the ends", " a b ", "\\x20a b\\x20");
        row("a blank alone", " ", "\\x20");
        row("no-break space",
            "a\xc2\xa0"
            "b",
            "a\\u00a0b");
        row("em space",
            "a\xe2\x80\x83"
            "b",
            "a\\u2003b");
        row("noncharacter", "\xef\xb7\x90", "\\ufdd0");
        row("noncharacter of a plane", "\xf0\x9f\xbf\xbe", "\\U0001fffe");
        row("lone continuation byte", "a\x80z", "a\\x80z");
        row("Latin-1",
            "gr\xf6\xdf"
            "e",
            "gr\\xf6\\xdfe");
        row("cut sequence", "\xe2\x82", "\\xe2\\x82");
        row("overlong slash", "\xc0\xaf", "\\xc0\\xaf");
        row("surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80");
        row("beyond Unicode", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
    }
    void hostileTextBecomesVisible()
    {
        const auto [text, shown] = fetch<std::string, std::string>();
        QCOMPARE(displaySafe(text), shown);
    }

    void everyByteBecomesValidUtf8()
    {
        for (int first = 0; first < 256; ++first) {
            for (int second = 0; second < 256; ++second) {
                const std::string pair{static_cast<char>(first), static_cast<char>(second)};
                QVERIFY(isValidUtf8(displaySafe(pair + "\x80")));
            }
        }
    }

    void noControlByteSurvives()
    {
        for (int byte = 0; byte < 256; ++byte) {
            const auto shown = displaySafe(std::string(1, static_cast<char>(byte)));
            for (const char c : shown)
                QVERIFY(c >= 0x20 && c < 0x7F);
        }
    }

    void longTextIsCut_data()
    {
        const auto row = columns<std::string, std::size_t, std::string>();
        row("ASCII", "abcdef", std::size_t(4), std::string("abc…"));
        row("multi-byte", std::string("äöüß"), std::size_t(3), std::string("äö…"));
        row("escapes", std::string("\x01\x02\x03"), std::size_t(2), std::string("\\x01…"));
        row("backslashes", "\\\\\\", std::size_t(2), std::string("\\\\…"));
        row("invalid bytes", std::string("\xff\xff\xff"), std::size_t(2), std::string("\\xff…"));
        row("to one", "ab", std::size_t(1), std::string("…"));
        row("to nothing", "ab", std::size_t(0), "");
        row("by default", std::string(300, 'a'), kDisplayLimit, std::string(255, 'a') + "…");
    }
    void longTextIsCut()
    {
        const auto [text, limit, shown] = fetch<std::string, std::size_t, std::string>();
        QCOMPARE(displaySafe(text, limit), shown);
    }

    void textOfExactlyTheLimitIsNotCut()
    {
        QCOMPARE(displaySafe("abc", 3), std::string("abc"));
        QCOMPARE(displaySafe("äöü", 3), std::string("äöü"));
        QCOMPARE(displaySafe("a\n\xff", 3), std::string("a\\n\\xff"));
    }

    void escapesAreReadBack_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::newRow("nothing") << std::string();
        QTest::newRow("ASCII") << std::string("abc");
        QTest::newRow("controls") << std::string("\0\n\r\t\x1b\x7f", 6);
        QTest::newRow("backslashes") << std::string("\\x41\\\\n");
        QTest::newRow("hidden, two bytes") << std::string("\xc2\xad");
        QTest::newRow("hidden, three bytes") << std::string("\xe2\x80\xae\xef\xbb\xbf");
        QTest::newRow("hidden, four bytes") << std::string("\xf3\xa0\x81\x81");
        QTest::newRow("visible beyond ASCII") << std::string("ä€😀");
        QTest::newRow("no UTF-8") << std::string("\xff\xed\xbf\xbf");
    }
    void escapesAreReadBack()
    {
        QFETCH(std::string, bytes);
        QCOMPARE(fromDisplaySafe(displaySafe(bytes)), bytes);
    }

    void whatIsNoEscapeStaysAsItIs_data()
    {
        QTest::addColumn<std::string>("text");
        for (const char* const text : {"\\", "a\\", "\\q", "\\x", "\\x4", "\\x+4", "\\u202",
                 "\\ud800", "\\U00110000", "\\U-0000001"})
            QTest::newRow(text) << std::string(text);
    }
    void whatIsNoEscapeStaysAsItIs()
    {
        QFETCH(std::string, text);
        QCOMPARE(fromDisplaySafe(text), text);
    }

    void malformedUtf8IsRecognised_data()
    {
        const auto row = columns<std::string, bool>();
        row("empty", "", true);
        row("all lengths", std::string("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"), true);
        row("byte order mark", std::string("\xef\xbb\xbf"), true);
        row("last of Unicode", std::string("\xf4\x8f\xbf\xbf"), true);
        row("lone continuation byte", std::string("\x80"), false);
        row("cut after two of three", std::string("\xe2\x82"), false);
        row("overlong in two", std::string("\xc1\xbf"), false);
        row("overlong in three", std::string("\xe0\x9f\xbf"), false);
        row("overlong in four", std::string("\xf0\x8f\xbf\xbf"), false);
        row("surrogate", std::string("\xed\xbf\xbf"), false);
        row("beyond Unicode", std::string("\xf4\x90\x80\x80"), false);
        row("five bytes", std::string("\xf8\x88\x80\x80\x80"), false);
    }
    void malformedUtf8IsRecognised()
    {
        const auto [bytes, isValid] = fetch<std::string, bool>();
        QCOMPARE(isValidUtf8(bytes), isValid);
    }
};

LOCKKEEPER_TEST(DisplaySafeTest)

} // namespace lockkeeper::tests::display_safe_test

#include "display_safe_test.moc"
