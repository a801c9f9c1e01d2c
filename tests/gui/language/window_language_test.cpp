// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window_language.h"
#include "tests/gui/language/cut_texts.h"
#include "tests/gui/language/shown_texts.h"
#include "tests/gui/language/untranslated.h"
#include "tests/gui/language/window_scenes.h"
#include "tests/support/test_class.h"

#include <QLabel>

using namespace lockkeeper;
using namespace lockkeeper::tests;
using namespace Qt::StringLiterals;

/// All that a window shows: in Chinese none of it is English, and in no language is a text cut.
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

    void aPlantedCutTextIsFound()
    {
        QWidget window;
        QLabel label(u"Planted words"_s, &window);
        label.resize(label.sizeHint());
        window.show();
        QCOMPARE(cutTexts(window), QStringList());
        label.resize(label.sizeHint() - QSize(1, 0));
        QCOMPARE(cutTexts(window).size(), 1);
    }

    void nothingIsEnglishInChinese()
    {
        m_language = std::make_unique<gui::WindowLanguage>(Language::SimplifiedChinese);
        begin();
        QStringList found;
        const Look look = [&](const QString& scene, const QWidget& shown) {
            for (const QString& text : untranslated(shownTexts(shown), names())) {
                if (!found.contains(text)) {
                    found << text;
                    qWarning("%s: %s", qPrintable(scene), qPrintable(text));
                }
            }
        };
        showPages(look);
        showDialogs(look);
        showSeldomWords(look);
        QCOMPARE(found.size(), 0);
    }

    void noTextIsCut_data()
    {
        QTest::addColumn<Language>("language");
        QTest::newRow("English") << Language::English;
        QTest::newRow("Chinese") << Language::SimplifiedChinese;
    }
    void noTextIsCut()
    {
        QFETCH(Language, language);
        m_language = std::make_unique<gui::WindowLanguage>(language);
        begin();
        QStringList found;
        const Look look = [&](const QString& scene, const QWidget& shown) {
            for (const QString& text : cutTexts(shown)) {
                if (!found.contains(text)) {
                    found << text;
                    qWarning("%s: %s", qPrintable(scene), qPrintable(text));
                }
            }
        };
        showPages(look);
        showDialogs(look);
        QCOMPARE(found.size(), 0);
    }

private:
    std::unique_ptr<gui::WindowLanguage> m_language;
};

LOCKKEEPER_TEST(WindowLanguageTest)
#include "window_language_test.moc"
