// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window_language.h"
#include "tests/gui/language/cut_texts.h"
#include "tests/gui/language/window_scenes.h"
#include "tests/support/test_class.h"

#include <QLabel>

namespace lockkeeper::window_room_test {

using namespace lockkeeper::tests;
using namespace Qt::StringLiterals;

/// All that a window shows has room for its text, in each language, at 1280x800.
class WindowRoomTest : public WindowScenes {
    Q_OBJECT

private Q_SLOTS:
    void cleanup()
    {
        end();
        m_language.reset();
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

LOCKKEEPER_TEST(WindowRoomTest)

} // namespace lockkeeper::window_room_test

#include "window_room_test.moc"
