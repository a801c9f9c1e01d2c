// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window_language.h"
#include "tests/gui/language/cut_texts.h"
#include "tests/gui/language/window_scenes.h"
#include "tests/support/test_class.h"
#include "ui/widgets/table_view.h"
#include "ui/window/window_actions.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMenuBar>

namespace lockkeeper::tests::window_room_test {

namespace {

/// "L: Locks, Look" for each letter that is the mnemonic of two of the texts.
QStringList lettersTwice(const QStringList& texts)
{
    QMap<QString, QStringList> byLetter;
    for (const QString& text : texts) {
        const QString plain = text.section(u'\t', 0, 0);
        if (const QKeySequence letter = QKeySequence::mnemonic(plain); !letter.isEmpty())
            byLetter[letter.toString()] << plain;
    }
    QStringList twice;
    for (const auto& [letter, those] : byLetter.asKeyValueRange()) {
        if (those.size() > 1)
            twice << letter + u": "_s + those.join(u", "_s);
    }
    return twice;
}

QStringList textsOf(const QWidget& menu)
{
    QStringList texts;
    for (const QAction* action : menu.actions())
        texts << action->text();
    return texts;
}

/// In each menu, and of what is shown in the window, where a menu bar counts, too.
QStringList lettersTwiceIn(const QWidget& window)
{
    QStringList twice;
    QStringList shown;
    for (const QWidget* widget : window.window()->findChildren<QWidget*>()) {
        if (const auto* menu = qobject_cast<const QMenu*>(widget))
            twice << lettersTwice(textsOf(*menu));
        else if (!widget->isVisible() || widget->window() != window.window())
            continue;
        else if (qobject_cast<const QMenuBar*>(widget))
            shown << textsOf(*widget);
        else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            shown << button->text();
        else if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy())
            shown << label->text();
    }
    return twice + lettersTwice(shown);
}

} // namespace

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

    void noLetterStandsTwice_data() { languages(); }
    void noLetterStandsTwice()
    {
        QFETCH(Language, language);
        m_language = std::make_unique<gui::WindowLanguage>(language);
        begin();
        QStringList found;
        const Look look = [&](const QString& scene, const QWidget& shown) {
            for (const QString& letter : lettersTwiceIn(shown)) {
                if (!found.contains(letter)) {
                    found << letter;
                    qWarning("%s: %s", qPrintable(scene), qPrintable(letter));
                }
            }
        };
        showPages(look);
        showDialogs(look);
        child<ui::TableView>(*m_window, u"locksTable"_s).selectAll();
        look(u"several locks"_s, *m_window);
        m_window->findChild<ui::WindowActions*>()->setReadOnly(true);
        look(u"read-only"_s, *m_window);
        QCOMPARE(found.size(), 0);
    }

    void noTextIsCut_data() { languages(); }
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
    static void languages()
    {
        QTest::addColumn<Language>("language");
        QTest::newRow("English") << Language::English;
        QTest::newRow("Chinese") << Language::SimplifiedChinese;
    }

    std::unique_ptr<gui::WindowLanguage> m_language;
};

LOCKKEEPER_TEST(WindowRoomTest)

} // namespace lockkeeper::tests::window_room_test

#include "window_room_test.moc"
