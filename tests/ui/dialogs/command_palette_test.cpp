// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/command_palette.h"
#include "ui/models/deployment_list_model.h"
#include "ui/models/locks/lock_store.h"
#include "ui/models/words/words.h"

#include <QActionGroup>
#include <QLineEdit>
#include <QMenu>
#include <QTreeView>

namespace lockkeeper::tests::command_palette_test {

using namespace lockkeeper::ui;

class CommandPaletteTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dialog.reset();
        m_locks = std::make_unique<LockStore>(m_clock);
        m_deployments.setRows({{.name = "billing"}, {.name = "orders"}});
        m_acquire.setEnabled(true);
        m_dialog = std::make_unique<CommandPalette>(CommandPalette::Sources{
            .actions = {&m_acquire, &m_switch}, .deployments = &m_deployments, .locks = &*m_locks});
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(&*m_dialog));
    }
    void cleanup()
    {
        m_dialog.reset();
        m_locks.reset();
    }

    void typedTextFitsTitles_data()
    {
        const auto row = columns<QString, bool>();
        row("nothing", "", true);
        row("part", "DEPL", true);
        row("words in any order", "depl switch", true);
        row("letters", "swd", true);
        row("letters in another order", "dws", false);
        row("too many", "switch deployments", false);
    }
    void typedTextFitsTitles()
    {
        const auto [typed, isMatch] = fetch<QString, bool>();
        QCOMPARE(titleMatch(typed, u"Switch deployment").has_value(), isMatch);
    }

    void beginningsComeBeforeTheRest()
    {
        QVERIFY(titleMatch(u"lo", u"Locks") < titleMatch(u"lo", u"Copy lock"));
        QVERIFY(titleMatch(u"lo", u"Copy lock") < titleMatch(u"lo", u"Deployment log off"));
        QVERIFY(titleMatch(u"lo", u"Deployment log off") < titleMatch(u"lo", u"l o"));
    }

    void initialsComeBeforeStrayLetters()
    {
        QVERIFY(titleMatch(u"swd", u"Switch deployment") < titleMatch(u"swd", u"Close window"));
    }

    void anActionIsDoneByTypingAndEnter()
    {
        QSignalSpy triggered(&m_switch, &QAction::triggered);
        QTest::keyClicks(&typed(), u"swd"_s);
        QCOMPARE(titles(), QStringList({u"Switch deployment\u2026"_s}));
        QTest::keyClick(&typed(), Qt::Key_Return);
        QVERIFY(!m_dialog->isVisible());
        QTRY_COMPARE(triggered.count(), 1);
    }

    void anActionIsFoundByItsEnglishName()
    {
        QAction revoke(u"\u4f5c\u5e9f(&V)\u2026"_s);
        revoke.setObjectName(u"revokeAction"_s);
        CommandPalette dialog(
            {.actions = {&m_acquire, &revoke}, .deployments = nullptr, .locks = nullptr});
        child<QLineEdit>(dialog, u"paletteLineEdit"_s).setText(u"rev"_s);
        const auto& model = *child<QTreeView>(dialog, u"paletteList"_s).model();
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 0).data().toString(), u"\u4f5c\u5e9f\u2026"_s);
    }

    void oneOfSeveralChoicesSaysWhatIsChosen()
    {
        QMenu menu(u"La&nguage"_s);
        QActionGroup group(nullptr);
        QAction* system = menu.addAction(u"As the system"_s);
        group.addAction(system);
        CommandPalette dialog({.actions = {system}, .deployments = nullptr, .locks = nullptr});
        const auto& model = *child<QTreeView>(dialog, u"paletteList"_s).model();
        QCOMPARE(model.index(0, 0).data().toString(), u"Language: As the system"_s);
    }

    void onlyWhatCanBeDoneIsOffered()
    {
        m_acquire.setEnabled(false);
        m_locks->apply(updateOf({heldEntry("acquire:me", m_clock.now())}));
        QTest::keyClicks(&typed(), u"acq"_s);
        QTRY_COMPARE(titles(), QStringList({u"acquire:me"_s}));
    }

    void whatIsDoneToALockSaysToWhich()
    {
        CommandPalette dialog(
            {.actions = {&m_acquire, &m_switch}, .onLock = {&m_acquire}, .lock = u"cron:bill"_s});
        const auto& model = *child<QTreeView>(dialog, u"paletteList"_s).model();
        QCOMPARE(model.index(0, 0).data().toString(), u"Acquire: cron:bill"_s);
        QCOMPARE(model.index(1, 0).data().toString(), u"Switch deployment\u2026"_s);
    }

    void aDeploymentIsChosenWithTheArrows()
    {
        QSignalSpy chosen(&*m_dialog, &CommandPalette::deploymentChosen);
        QTest::keyClicks(&typed(), u"i"_s);
        QVERIFY(titles().contains(u"billing"_s));
        for (qsizetype i = 0; i < titles().indexOf(u"billing"_s); ++i)
            QTest::keyClick(&typed(), Qt::Key_Down);
        QTest::keyClick(&typed(), Qt::Key_Return);
        QCOMPARE(chosen.value(0).value(0).toInt(), 0);
    }

    void locksAreFoundByTheirNames()
    {
        m_locks->apply(updateOf({heldEntry("cron:bill", m_clock.now()),
            heldEntry("cron:acquit", m_clock.now()), heldEntry("img:1", m_clock.now())}));
        QSignalSpy chosen(&*m_dialog, &CommandPalette::lockChosen);
        QTest::keyClicks(&typed(), u"cron:b"_s);
        QTRY_COMPARE(titles(), QStringList({u"cron:bill"_s}));
        QTest::keyClick(&typed(), Qt::Key_Return);
        QCOMPARE(chosen.value(0).value(0).value<Resource>(), Resource("cron:bill"));
    }

    void aLockIsFoundBySeveralPartsOfItsName()
    {
        m_locks->apply(updateOf({heldEntry("orders:sync:7", m_clock.now()),
            heldEntry("orders:sync:8", m_clock.now()), heldEntry("bills:7", m_clock.now())}));
        QTest::keyClicks(&typed(), u"7 orders"_s);
        QTRY_COMPARE(titles(), QStringList({u"orders:sync:7"_s}));
    }

    void someOfManyLocksAreShown()
    {
        std::vector<observe::LockEntryPtr> entries;
        for (int i = 0; i < 5000; ++i)
            entries.push_back(heldEntry("lock:" + std::to_string(i), m_clock.now()));
        m_locks->apply(updateOf(std::move(entries)));
        QTRY_VERIFY(!m_locks->isBehind());
        QTest::keyClicks(&typed(), u"lock:4"_s);
        QTRY_COMPARE(titles().size(), 20);
    }

private:
    [[nodiscard]] QLineEdit& typed() { return child<QLineEdit>(*m_dialog, u"paletteLineEdit"_s); }
    [[nodiscard]] QStringList titles()
    {
        const auto& model = *child<QTreeView>(*m_dialog, u"paletteList"_s).model();
        QStringList titles;
        for (int row = 0; row < model.rowCount(); ++row)
            titles << model.index(row, 0).data().toString();
        return titles;
    }

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_locks;
    DeploymentListModel m_deployments;
    QAction m_acquire{u"&Acquire\u2026"_s};
    QAction m_switch{u"Switch &deployment\u2026\tCtrl+D"_s};
    std::unique_ptr<CommandPalette> m_dialog;
};

LOCKKEEPER_TEST(CommandPaletteTest)

} // namespace lockkeeper::tests::command_palette_test

#include "command_palette_test.moc"
