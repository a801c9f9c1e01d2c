// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window_language.h"
#include "tests/gui/language/shown_texts.h"
#include "tests/gui/language/untranslated.h"
#include "tests/gui/language/window_scenes.h"
#include "tests/support/test_class.h"

#include <QLabel>
#include <QRegularExpression>

namespace lockkeeper::tests::window_language_test {

/// All that a window shows: in Chinese, none of it is English.
class WindowLanguageTest : public WindowScenes {
    Q_OBJECT

private Q_SLOTS:
    void cleanup()
    {
        end();
        m_language.reset();
    }

    void aPlantedEnglishTextIsFound()
    {
        QWidget window;
        const QLabel label(u"Planted words"_s, &window);
        const QLabel chinese(u"\u5728 web-3 \u4e0a\u52a0\u9501 (Ctrl+N)"_s, &window);
        const QStringList found = untranslated(shownTexts(window), {u"web-3"_s});
        QCOMPARE(found.size(), 1);
        QVERIFY(found.front().contains(u"Planted words"_s));
        window.setToolTip(u"<span>Planted tip</span>"_s);
        QCOMPARE(untranslated(shownTexts(window), {u"web-3"_s}).size(), 2);
    }

    /// Parts that stand beside each other belong into one text.
    void chineseWordsHaveNoSpaceBetweenThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("two words") << u"\u5df2\u6301\u6709 \u81f3\u5c11"_s << true;
        QTest::newRow("a number") << u"\u5df2\u6301\u6709 3 \u79d2"_s << false;
    }
    void chineseWordsHaveNoSpaceBetweenThem()
    {
        QFETCH(QString, text);
        QFETCH(bool, isFound);
        QCOMPARE(isSpaced(text), isFound);
    }

    void nothingIsEnglishInChinese()
    {
        m_language = std::make_unique<gui::WindowLanguage>(Language::SimplifiedChinese);
        begin();
        QStringList found;
        QSet<QString> seen;
        const Look look = [&](const QString& scene, const QWidget& shown) {
            QStringList news;
            for (const QString& text : shownTexts(shown)) {
                if (!seen.contains(text) && isSpaced(text)) {
                    found << text;
                    qWarning("%s: a space in %s", qPrintable(scene), qPrintable(text));
                }
                if (!seen.contains(text))
                    news << text;
                seen.insert(text);
            }
            for (const QString& text : untranslated(news, names())) {
                found << text;
                qWarning("%s: %s", qPrintable(scene), qPrintable(text));
            }
        };
        showPages(look);
        showDialogs(look);
        showSeldomWords(look);
        QCOMPARE(found.size(), 0);
    }

private:
    static bool isSpaced(const QString& text)
    {
        static const QRegularExpression kSpace(u"\\p{Han} \\p{Han}"_s);
        return kSpace.match(text).hasMatch();
    }

    std::unique_ptr<gui::WindowLanguage> m_language;
};

LOCKKEEPER_TEST(WindowLanguageTest)

} // namespace lockkeeper::tests::window_language_test

#include "window_language_test.moc"
