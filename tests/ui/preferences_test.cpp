// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_actions.h"

#include "tests/support/test_class.h"
#include "tests/ui/fake_prompter.h"
#include "tests/ui/widget_finders.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QFileDialog>
#include <QMainWindow>

namespace lockkeeper::tests::preferences_test {

/// The theme and the language in the menu, and in the settings.
class PreferencesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<QSettings>(
            m_directory->filePath(u"settings.ini"_s), QSettings::IniFormat);
        m_theming = std::make_unique<ui::Theming>(*qApp);
        m_prompter.told.clear();
        m_prompter.texts.clear();
        show();
    }
    void cleanup() { m_window.reset(); }

    void theLanguageOfTheSystemIsChosenAtFirst()
    {
        QVERIFY(action(u"systemLanguageAction"_s).isChecked());
        QVERIFY(!m_settings->contains(u"language"_s));
    }

    void eachLanguageIsNamedInItself()
    {
        QCOMPARE(action(u"enLanguageAction"_s).text(), u"English"_s);
        QCOMPARE(action(u"zh_CNLanguageAction"_s).text(), u"\u7b80\u4f53\u4e2d\u6587"_s);
    }

    void aChosenLanguageIsKeptForTheNextStart()
    {
        action(u"zh_CNLanguageAction"_s).trigger();
        QCOMPARE(m_settings->value(u"language"_s).toString(), u"zh_CN"_s);
        QCOMPARE(m_prompter.told, QStringList({u"Language"_s}));
        QCOMPARE(m_prompter.texts.value(1), u"when Lockkeeper is started the next time"_s);
        show();
        QVERIFY(action(u"zh_CNLanguageAction"_s).isChecked());
        QVERIFY(!action(u"systemLanguageAction"_s).isChecked());
    }

    void filesGoWhereTheLastOneWentAndAtFirstToTheDocuments()
    {
        const QString documents
            = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        const QString first = ui::folderForFiles(*m_settings);
        QCOMPARE(first, QFileInfo(documents).isDir() ? documents : QDir::homePath());
        ui::DialogPrompter prompter(*m_settings);
        const auto choose = [&](const QString& folder) {
            QString offered;
            QTimer::singleShot(0, qApp, [&] {
                auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (dialog == nullptr)
                    return;
                offered = dialog->directory().absolutePath();
                dialog->setDirectory(folder);
                dialog->selectFile(u"report.md"_s);
                QMetaObject::invokeMethod(dialog, "accept");
            });
            (void)prompter.chooseFile(
                {.title = u"Save"_s, .suggestedName = u"report.md"_s, .filters = {}});
            return offered;
        };
        QVERIFY(choose(m_directory->path()) != QDir::currentPath());
        QCOMPARE(choose(m_directory->path()), m_directory->path());
        m_settings->setValue(u"files/folder"_s, u"/no/such/folder"_s);
        QCOMPARE(ui::folderForFiles(*m_settings), first);
    }

    void theSameLanguageAgainIsNoNews()
    {
        action(u"enLanguageAction"_s).trigger();
        action(u"enLanguageAction"_s).trigger();
        QCOMPARE(m_prompter.told.size(), 1);
    }

    void anUnknownLanguageIsThatOfTheSystem()
    {
        m_settings->setValue(u"language"_s, u"tlh"_s);
        show();
        QVERIFY(action(u"systemLanguageAction"_s).isChecked());
    }

    void aChosenThemeIsAppliedAtOnce()
    {
        action(u"darkThemeAction"_s).trigger();
        QCOMPARE(m_theming->theme(), ui::Theme::Dark);
        QCOMPARE(m_settings->value(u"theme"_s).toString(), u"dark"_s);
        show();
        QVERIFY(action(u"darkThemeAction"_s).isChecked());
        m_theming->apply(ui::Theme::System);
    }

private:
    void show()
    {
        m_window = std::make_unique<QMainWindow>();
        new ui::WindowActions(*m_window, *m_theming, *m_settings, m_prompter);
    }
    [[nodiscard]] QAction& action(const QString& name) const
    {
        auto* found = m_window->findChild<QAction*>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return *found;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<ui::Theming> m_theming;
    FakePrompter m_prompter;
    std::unique_ptr<QMainWindow> m_window;
};

LOCKKEEPER_TEST(PreferencesTest)

} // namespace lockkeeper::tests::preferences_test

#include "preferences_test.moc"
