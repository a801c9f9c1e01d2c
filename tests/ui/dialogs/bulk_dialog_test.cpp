// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/table_view.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>

namespace lockkeeper::tests::bulk_dialog_test {

using ui::BulkItem;
using ui::BulkModel;

/// Two locks, of which one holder is proven to have ended.
class BulkDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        std::vector<BulkItem> items;
        items.push_back(itemOf("dead", release::Safety::SafeToFree));
        items.push_back(itemOf("alive", release::Safety::NotKnown));
        m_dialog = std::make_unique<ui::BulkDialog>(std::move(items), "/var/journal.jsonl");
        m_tester = std::make_unique<QAbstractItemModelTester>(
            &m_dialog->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }
    void cleanup()
    {
        m_tester.reset();
        m_dialog.reset();
    }

    void onlyTheProvenDeadAreTicked()
    {
        QCOMPARE(ticked(), QStringList({u"dead"_s}));
        // The first that is asked; Return goes on to the reason.
        QCOMPARE(m_dialog->focusWidget()->objectName(), u"sentenceLineEdit"_s);
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(m_dialog->focusWidget()->objectName(), u"reasonLineEdit"_s);
    }

    void whatIsSoOfAGroupIsSaidOnce()
    {
        openFor(3);
        const auto& model = m_dialog->model();
        const auto safe = [&](std::size_t item, int role = Qt::DisplayRole) {
            return model.index(model.rowOf(item), BulkModel::Safe).data(role).toString();
        };
        const QModelIndex heading = model.index(0, 0);
        const auto header = heading.data(ui::GroupRole).value<ui::GroupHeader>();
        const QString common
            = u"nothing tells whether the holder lives: no process can be read from its value"_s;
        for (const std::size_t item : {0U, 1U, 2U}) {
            auto seen = LockEntryBuilder(model.items()[item].resource.value(), SteadyTime{});
            see(item, seen.held("token", 30s).build(), 40s);
        }
        for (const std::size_t item : {0U, 1U, 2U}) {
            QCOMPARE(safe(item), u"no renewal was seen in 40 s"_s);
            QVERIFY(safe(item, Qt::AccessibleTextRole).startsWith(u"NOT KNOWN: "_s + common));
        }
        QCOMPARE(header.name, u"Their holders may live"_s);
        QVERIFY2(heading.data().toString().endsWith(common), qPrintable(heading.data().toString()));
        auto& table = child<ui::TableView>(*m_dialog, u"bulkTable"_s);
        QTRY_VERIFY(table.rowHeight(0) > table.rowHeight(1));
    }

    void whatIsSoOfMostIsSaidOnceAndTheOthersSayAll()
    {
        BulkItem odd = itemOf("odd", release::Safety::NotKnown);
        odd.safety.isUnread = true;
        const BulkModel model({itemOf("one", release::Safety::NotKnown), odd,
            itemOf("two", release::Safety::NotKnown)});
        const auto safe = [&](std::size_t item) {
            return model.index(model.rowOf(item), BulkModel::Safe).data().toString();
        };
        const auto header = model.index(0, 0).data(ui::GroupRole).value<ui::GroupHeader>();
        QVERIFY2(
            header.detail.startsWith(u"most: nothing tells whether"_s), qPrintable(header.detail));
        QCOMPARE(safe(0), QString());
        QCOMPARE(safe(1), u"the value of this token was not read yet"_s);
    }

    void aHeadingOfOneLockSaysNothingOfIt()
    {
        const auto& model = m_dialog->model();
        QVERIFY(model.index(2, 0).data(ui::GroupRole).value<ui::GroupHeader>().detail.isEmpty());
        QVERIFY(model.index(3, BulkModel::Safe).data().toString().startsWith(u"nothing tells"_s));
    }

    void whoseProcessHasEndedIsAGroupOfItsOwn()
    {
        BulkItem item = itemOf("script", release::Safety::NotKnown);
        item.safety.isProcessNamed = true;
        item.safety.process = observe::ProcessState::Gone;
        item.safety.mayOutliveProcess = true;
        QVERIFY(!item.mayLive() && !item.isProven());
        BulkModel model({itemOf("maybe", release::Safety::NotKnown), item});
        const auto header = model.index(0, 0).data(ui::GroupRole).value<ui::GroupHeader>();
        QVERIFY(header.name.startsWith(u"Their processes have ended"_s));
        QVERIFY(model.ticked().empty());
        model.setConfirmed(true);
        QCOMPARE(model.ticked().size(), std::size_t(2));
    }

    void whoIsSaidToBeGoneIsReleasedAndTicked()
    {
        m_dialog->model().setSaid(
            1, release::LifeReport{.life = release::Life::Gone, .source = "Kubernetes", .at = {}});
        see(1, heldEntry("alive", SteadyTime{}));
        QCOMPARE(ticked(), QStringList({u"dead"_s, u"alive"_s}));
        const ui::BulkItem& item = m_dialog->model().items()[1];
        QVERIFY(!item.mayLive());
        QVERIFY(item.safety.said && item.safety.said->source == "Kubernetes");
    }

    void aHeadingTicksItsWholeGroup()
    {
        auto& table = child<QTableView>(*m_dialog, u"bulkTable"_s);
        const QModelIndex heading = m_dialog->model().index(0, 0);
        const auto tick = [&] { return heading.data(ui::GroupRole).value<ui::GroupHeader>().tick; };
        QCOMPARE(tick(), std::optional(Qt::Checked)); // the one whose holder has ended
        table.setCurrentIndex(heading);
        QTest::keyClick(&table, Qt::Key_Space);
        QCOMPARE(tick(), std::optional(Qt::Unchecked));
        QVERIFY(ticked().isEmpty());
        QTest::keyClick(&table, Qt::Key_Space);
        QCOMPARE(ticked(), QStringList({u"dead"_s}));
    }

    void anotherIsNotTickedByAClick()
    {
        tickBySpace(1);
        QCOMPARE(ticked(), QStringList({u"dead"_s}));
    }

    void theOthersAreTickedByASentence()
    {
        auto& sentence = child<QLineEdit>(*m_dialog, u"sentenceLineEdit"_s);
        type(sentence, u"free 1 locks"_s);
        QCOMPARE(ticked(), QStringList({u"dead"_s}));
        type(sentence, u"free 2 locks"_s);
        QCOMPARE(ticked(), QStringList({u"dead"_s, u"alive"_s}));
        tickBySpace(1);
        QCOMPARE(ticked(), QStringList({u"dead"_s}));
        type(sentence, u"free 2 lock"_s);
        tickBySpace(1);
        QCOMPARE(ticked(), QStringList({u"dead"_s}));
    }

    void whoseHolderLivesStandsFirstAndIsTickedByHandOnly()
    {
        BulkModel model(
            {itemOf("maybe", release::Safety::NotKnown), itemOf("living", release::Safety::Alive)});
        model.setConfirmed(true);
        QCOMPARE(model.ticked(), std::vector<std::size_t>{0});
        QVERIFY(model.rowOf(1) < model.rowOf(0));
        const QModelIndex living = model.index(model.rowOf(1), BulkModel::ResourceName);
        QVERIFY(model.setData(living, Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.ticked().size(), std::size_t(2));
        model.setConfirmed(false);
        QVERIFY(model.ticked().empty());
    }

    void blanksInTheSentenceDoNotCount()
    {
        type(child<QLineEdit>(*m_dialog, u"sentenceLineEdit"_s), u"Free2 locks "_s);
        QCOMPARE(ticked(), QStringList({u"dead"_s, u"alive"_s}));
    }

    void whatIsDoneToLivingOnesCanBeChosen()
    {
        auto& deeds = child<QComboBox>(*m_dialog, u"deedComboBox"_s);
        QVERIFY(!deeds.isVisible()); // of a plan that somebody has reviewed
        m_dialog->offerDeeds();
        QVERIFY(deeds.isVisible());
        QSignalSpy chosen(m_dialog.get(), &ui::BulkDialog::deedChosen);
        deeds.setCurrentIndex(1);
        QCOMPARE(chosen.size(), 1);
        auto& model = m_dialog->model();
        model.setDeed(1, chosen.value(0).value(0).value<release::Action>(), u"let go"_s);
        QVERIFY(model.items()[1].action == release::Action::Release);
        QCOMPARE(model.items()[1].deed, u"let go"_s);
        QVERIFY(deeds.isVisible());
    }

    void whereAllCanOnlyBeReleasedThereIsNothingToChoose()
    {
        m_dialog->offerDeeds();
        m_dialog->model().setDeed(1, release::Action::Release, u"release"_s);
        QVERIFY(!child<QComboBox>(*m_dialog, u"deedComboBox"_s).isVisible());
    }

    void headingsTellWhoseHoldersMayLive()
    {
        const auto& model = m_dialog->model();
        QCOMPARE(model.rowCount(), 4);
        QVERIFY(model.index(0, 0).data(ui::GroupRole).isValid());
        QCOMPARE(model.itemAt(1), std::optional<std::size_t>(0));
        QVERIFY(model.index(2, 0).data(ui::GroupRole).value<ui::GroupHeader>().isStale);
        QVERIFY(!model.flags(model.index(2, 0)).testFlag(Qt::ItemIsSelectable));
        QCOMPARE(model.rowOf(1), 3);
    }

    void aClickOnABoxUnticks()
    {
        auto& table = child<QTableView>(*m_dialog, u"bulkTable"_s);
        const QModelIndex cell = m_dialog->model().index(m_dialog->model().rowOf(0), 0);
        QStyleOptionViewItem option;
        option.initFrom(&table);
        option.features = QStyleOptionViewItem::HasCheckIndicator;
        option.rect = table.visualRect(cell);
        const QRect box
            = table.style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, &table);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, box.center());
        QCOMPARE(ticked(), QStringList());
    }

    void aReasonIsRequired()
    {
        QVERIFY(!freeButton().isEnabled());
        giveReason();
        QVERIFY(freeButton().isEnabled());
        QCOMPARE(freeButton().text(), u"Re&lease 1 lock"_s);
        tickBySpace(0);
        QVERIFY(!freeButton().isEnabled());
    }

    void theButtonSaysWhatWillHappen()
    {
        QCOMPARE(freeButton().text(), u"Re&lease 1 lock"_s);
        type(child<QLineEdit>(*m_dialog, u"sentenceLineEdit"_s), u"free 2 locks"_s);
        QCOMPARE(freeButton().text(), u"Re&lease 1, revoke 1"_s);
        tickBySpace(0);
        QCOMPARE(freeButton().text(), u"Revoke 1 &lock"_s);
        tickBySpace(1);
        QCOMPARE(freeButton().text(), u"No lock is ticked"_s);
    }

    void theKeyboardAloneRevokesMany()
    {
        openFor(21);
        QSignalSpy started(m_dialog.get(), &ui::BulkDialog::startRequested);
        const auto press = [this](Qt::Key key) { QTest::keyClick(m_dialog->focusWidget(), key); };
        const auto isIn = [this](const char* name) {
            return m_dialog->focusWidget()->objectName() == QLatin1StringView(name);
        };
        QVERIFY(isIn("sentenceLineEdit"));
        press(Qt::Key_Tab);
        QVERIFY(isIn("deedComboBox"));
        press(Qt::Key_Return);
        QVERIFY(isIn("reasonLineEdit"));
        press(Qt::Key_Backtab);
        press(Qt::Key_Backtab);
        QTest::keyClicks(m_dialog->focusWidget(), u"free 21 locks"_s);
        press(Qt::Key_Return);
        QVERIFY(isIn("reasonLineEdit"));
        QTest::keyClicks(m_dialog->focusWidget(), u"drill"_s);
        press(Qt::Key_Return);
        QVERIFY(isIn("freeButton"));
        QCOMPARE(freeButton().text(), u"Revoke 21 &locks"_s);
        child<QComboBox>(*m_dialog, u"deedComboBox"_s).setFocus();
        press(Qt::Key_Return);
        QVERIFY(isIn("freeButton"));
        QCOMPARE(started.size(), 0);
        press(Qt::Key_Return);
        QCOMPARE(started.size(), 1);
    }

    void theResultNamesTheLocks()
    {
        openFor(5);
        m_dialog->model().setConfirmed(true);
        begin();
        for (std::size_t i = 0; i < 5; ++i)
            m_dialog->showStep(
                i, i == 1 ? release::AppliedLock{.fate = release::Fate::Gone} : freed(i));
        m_dialog->showFinished(std::nullopt);
        QCOMPARE(child<ui::Banner>(*m_dialog, u"bulkBanner"_s).text(),
            u"Revoked: batch:1, batch:3, batch:4, 1 more. Gone already: batch:2."_s);
    }

    void returnInTheReasonFreesNothing()
    {
        QSignalSpy started(m_dialog.get(), &ui::BulkDialog::startRequested);
        giveReason();
        QTest::keyClick(&child<QLineEdit>(*m_dialog, u"reasonLineEdit"_s), Qt::Key_Return);
        QCOMPARE(started.size(), 0);
        QVERIFY(m_dialog->isVisible());
    }

    void whatSomebodyLeftAloneIsNotTickedByTheSentence()
    {
        std::vector<BulkItem> items;
        for (const char* name : {"one", "two"})
            items.push_back(itemOf(name, release::Safety::NotKnown));
        items.front().isLeftAloneIfLiving = true;
        m_tester.reset();
        m_dialog = std::make_unique<ui::BulkDialog>(std::move(items), "/var/journal.jsonl");
        m_dialog->show();
        type(child<QLineEdit>(*m_dialog, u"sentenceLineEdit"_s), u"free 2 locks"_s);
        QCOMPARE(ticked(), QStringList({u"two"_s}));
        tickBySpace(0);
        QCOMPARE(ticked(), QStringList({u"one"_s, u"two"_s}));
    }

    void aPlanSaysWhoMadeItAndWhen()
    {
        auto& label = child<QLabel>(*m_dialog, u"planLabel"_s);
        QVERIFY(!label.isVisible());
        output::PlanFile plan;
        plan.madeBy = "ann@desk";
        plan.madeUnixMs = 1'000;
        plan.selection = "--stale";
        m_dialog->showPlan(plan, u"night.jsonl"_s);
        QCOMPARE(label.text(),
            u"Plan night.jsonl, made by ann@desk at 1970-01-01 00:00:01 UTC: --stale"_s);
        QVERIFY(label.isVisible());
    }

    void aPlanHasAllThatCanBeDone()
    {
        QSignalSpy saved(m_dialog.get(), &ui::BulkDialog::saveRequested);
        type(child<QLineEdit>(*m_dialog, u"sentenceLineEdit"_s), u"free 2 locks"_s);
        tickBySpace(0);
        click(child<QPushButton>(*m_dialog, u"saveButton"_s));
        const auto locks = saved.value(0).value(0).value<std::vector<release::PlannedLock>>();
        QCOMPARE(locks.size(), std::size_t(2));
        QVERIFY(locks[0].resource == Resource("dead") && !locks[0].mayLive);
        QVERIFY(locks[0].action == release::Action::Release);
        QVERIFY(locks[1].mayLive && locks[1].action == release::Action::Revoke);
    }

    void theTickedLocksAreFreed()
    {
        QSignalSpy started(m_dialog.get(), &ui::BulkDialog::startRequested);
        giveReason();
        click(freeButton());
        QCOMPARE(started.size(), 1);
        const auto locks = started[0][0].value<std::vector<release::PlannedLock>>();
        QCOMPARE(locks.size(), std::size_t(1));
        QCOMPARE(locks[0].resource, Resource("dead"));
        QCOMPARE(started[0][1].toString(), u"drill"_s);
        QVERIFY(!locks[0].mayLive && locks[0].shown.safety == release::Safety::SafeToFree);
    }

    void whatIsSaidOfAHolderCountsOn()
    {
        const auto& model = m_dialog->model();
        const auto safe
            = [&] { return model.index(model.rowOf(1), BulkModel::Safe).data().toString(); };
        for (const auto age : {3s, 9s}) {
            auto entry = LockEntryBuilder("alive", SteadyTime{});
            entry.held("token", 30s).renewals(41);
            entry.raw().renewals.level = observe::Renewals::levelOf(30s) & 0xFFU;
            see(1, entry.build(), age);
            QVERIFY2(safe().contains(u"renewed "_s + ui::durationText(age)), qPrintable(safe()));
        }
    }

    void nothingIsFreedWhenTheTimeForChangesEnds()
    {
        giveReason();
        QVERIFY(freeButton().isEnabled());
        m_dialog->setWhyDisabled(u"The time is over."_s);
        QVERIFY(!freeButton().isEnabled());
        QCOMPARE(freeButton().accessibleDescription(), u"The time is over."_s);
        m_dialog->setWhyDisabled({});
        QSignalSpy stopped(m_dialog.get(), &ui::BulkDialog::stopRequested);
        click(freeButton());
        m_dialog->setWhyDisabled(u"The time is over."_s);
        QCOMPARE(stopped.size(), 1);
    }

    void aHolderThatChangesIsUnticked()
    {
        see(0, heldEntry("dead", SteadyTime{}, 30s, "other"));
        QCOMPARE(ticked(), QStringList());
        QVERIFY(state(0).contains(u"the holder changed"_s));
        tickBySpace(0);
        QCOMPARE(ticked(), QStringList());
    }

    void aRepeatableValueThatIsWrittenAnewIsUnticked()
    {
        std::vector<BulkItem> items{itemOf("cron", release::Safety::NotKnown)};
        items.front().seen = items.front().entry->votes;
        items.front().expiries = {{MasterId("a"), {}}}; // of a reviewed line
        m_tester.reset();
        m_dialog = std::make_unique<ui::BulkDialog>(std::move(items), "/var/journal.jsonl");
        m_dialog->show();
        m_dialog->model().setConfirmed(true);
        see(0, heldEntry("cron", SteadyTime{} + 10s, 20s), 10s);
        QCOMPARE(ticked(), QStringList({u"cron"_s}));
        QSignalSpy saved(m_dialog.get(), &ui::BulkDialog::saveRequested);
        click(child<QPushButton>(*m_dialog, u"saveButton"_s));
        const auto locks = saved.value(0).value(0).value<std::vector<release::PlannedLock>>();
        QCOMPARE(locks.at(0).expiries.size(), 1U);
        see(0, heldEntry("cron", SteadyTime{} + 11s, 30s), 11s);
        QCOMPARE(ticked(), QStringList());
        QVERIFY2(state(0).contains(u"taken by the next holder"_s), qPrintable(state(0)));
    }

    void aProofThatIsRefutedUnticks()
    {
        // Without a process that has ended, nothing is proven.
        see(0, heldEntry("dead", SteadyTime{}));
        QCOMPARE(ticked(), QStringList());
        m_dialog->model().setConfirmed(true);
        QCOMPARE(ticked(), QStringList({u"dead"_s, u"alive"_s}));
    }

    void whileItRunsCancelStopsIt()
    {
        QSignalSpy stopped(m_dialog.get(), &ui::BulkDialog::stopRequested);
        begin();
        m_dialog->reject();
        QCOMPARE(stopped.size(), 1);
        QVERIFY(m_dialog->isVisible());
    }

    void theResultOfEachLockAndMasterIsShown()
    {
        begin();
        m_dialog->showStep(0, freed(0));
        m_dialog->showFinished(std::nullopt);
        QVERIFY2(state(0).startsWith(u"released on 3 of 3 masters"_s), qPrintable(state(0)));
        QVERIFY(child<QScrollArea>(*m_dialog, u"outcomeArea"_s).isVisible());
        const QString summary = child<QLabel>(*m_dialog, u"summaryLabel"_s).text();
        QVERIFY2(summary.startsWith(
                     QString::fromStdString(m_dialog->model().items()[0].resource.value())),
            qPrintable(summary));
        QCOMPARE(child<ui::Banner>(*m_dialog, u"bulkBanner"_s).text(), u"Released: dead."_s);
        QVERIFY(!child<QLineEdit>(*m_dialog, u"reasonLineEdit"_s).isVisible());
        QVERIFY(!child<QLineEdit>(*m_dialog, u"sentenceLineEdit"_s).isVisible());
        // Nobody tells this dialog of the locks' present state.
        QVERIFY(!child<QLabel>(*m_dialog, u"nowLabel"_s).isVisible());
        QCOMPARE(state(1), u"left alone: not ticked"_s);
        QSignalSpy wanted(m_dialog.get(), &ui::BulkDialog::reportRequested);
        child<QPushButton>(*m_dialog, u"reportButton"_s).click();
        QCOMPARE(wanted.value(0).value(0).value<std::optional<Resource>>(), Resource("dead"));
        QVERIFY(!m_dialog->isVisible());
    }

    void mastersThatStopAnsweringAreTold()
    {
        auto& banner = child<ui::Banner>(*m_dialog, u"bulkBanner"_s);
        m_dialog->setDown(3, 5, true);
        QCOMPARE(
            banner.text(), u"3 of 5 masters do not answer: too few are left to free a lock."_s);
        m_dialog->setDown(0, 5, false);
        QVERIFY(!banner.isVisible());
    }

    void theReportOnSeveralLocksIsNotOnlyOnTheCurrentOne()
    {
        m_dialog->model().setConfirmed(true);
        begin();
        m_dialog->showStep(0, freed(0));
        m_dialog->showStep(1, freed(1));
        m_dialog->showFinished(std::nullopt);
        QSignalSpy wanted(m_dialog.get(), &ui::BulkDialog::reportRequested);
        child<QPushButton>(*m_dialog, u"reportButton"_s).click();
        QCOMPARE(wanted.value(0).value(0).value<std::optional<Resource>>(), std::nullopt);
    }

    void whatWasNotBegunSaysSo()
    {
        m_dialog->model().setConfirmed(true);
        begin();
        m_dialog->showStep(0, {.fate = release::Fate::Refused, .text = "no reply"});
        m_dialog->showFinished(std::nullopt);
        QCOMPARE(state(0), u"refused: no reply"_s);
        QCOMPARE(state(1), u"not begun"_s);
        QCOMPARE(child<ui::Banner>(*m_dialog, u"bulkBanner"_s).text(),
            u"Stopped after dead, 1 of 2: look at its result before you go on. None was freed."_s);
    }

    void mastersThatDidNotAnswerAreFinishedForAllAtOnce()
    {
        m_dialog->model().setConfirmed(true);
        begin();
        auto& finish = child<QPushButton>(*m_dialog, u"finishButton"_s);
        for (const std::size_t item : {0U, 1U}) {
            release::AppliedLock lock = freed(item);
            lock.deed->report.outcomes.back().result = release::MasterResult::Unreachable;
            m_dialog->showStep(item, lock);
        }
        QVERIFY(!finish.isVisible());
        m_dialog->showFinished(std::nullopt);
        QVERIFY(finish.isVisible());
        QSignalSpy wanted(m_dialog.get(), &ui::BulkDialog::finishRequested);
        click(finish);
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[1][0].value<Resource>(), Resource("alive"));
        QVERIFY(!finish.isVisible());
        QVERIFY(
            child<ui::Banner>(*m_dialog, u"bulkBanner"_s).text().startsWith(u"Waiting for c:"_s));
    }

    void whereAllAnsweredNothingIsToFinish()
    {
        begin();
        m_dialog->showStep(0, freed(0));
        m_dialog->showFinished(std::nullopt);
        QVERIFY(!child<QPushButton>(*m_dialog, u"finishButton"_s).isVisible());
    }

    void itFitsASmallScreen()
    {
        QVERIFY(m_dialog->minimumSizeHint().height() <= 460);
        QVERIFY(m_dialog->minimumSizeHint().width() <= 880);
    }

private:
    static BulkItem itemOf(const std::string& name, release::Safety safety)
    {
        BulkItem item{.resource = Resource(name), .entry = heldEntry(name, SteadyTime{})};
        item.token = Fingerprint::ofString("token");
        item.safety.safety = safety;
        item.isDeedProposed = true;
        item.action = release::proposedAction(item.safety);
        item.deed = ui::deedWord(item.action);
        return item;
    }
    /// Locks of which nobody knows whether their holders live.
    void openFor(int locks)
    {
        std::vector<BulkItem> items;
        for (int i = 1; i <= locks; ++i)
            items.push_back(itemOf("batch:" + std::to_string(i), release::Safety::NotKnown));
        m_tester.reset();
        m_dialog = std::make_unique<ui::BulkDialog>(std::move(items), "/var/journal.jsonl");
        m_dialog->offerDeeds();
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }
    void see(
        std::size_t item, const observe::LockEntryPtr& entry, std::chrono::milliseconds age = {})
    {
        m_dialog->model().setEntry(item, entry, SteadyTime{} + age);
        m_dialog->model().showChanges();
    }
    [[nodiscard]] release::AppliedLock freed(std::size_t item)
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        release::Report report{.isQuorumFreed = true};
        for (const config::MasterConfig& master : deployment->masters)
            report.outcomes.push_back(
                {.master = master.id, .result = release::MasterResult::Released});
        const BulkItem& freed = m_dialog->model().items()[item];
        return {.fate = release::Fate::Freed,
            .deed = release::AppliedLock::Deed{
                *release::planRelease(*deployment, *freed.entry, *freed.token), report}};
    }
    void giveReason()
    {
        auto& reason = child<QLineEdit>(*m_dialog, u"reasonLineEdit"_s);
        reason.setFocus();
        type(reason, u"drill"_s);
    }
    void begin()
    {
        giveReason();
        click(freeButton());
    }
    void tickBySpace(std::size_t item)
    {
        auto& table = child<ui::TableView>(*m_dialog, u"bulkTable"_s);
        table.setCurrentIndex(m_dialog->model().index(m_dialog->model().rowOf(item), 0));
        QTest::keyClick(&table, Qt::Key_Space);
    }
    [[nodiscard]] QPushButton& freeButton()
    {
        return child<QPushButton>(*m_dialog, u"freeButton"_s);
    }
    [[nodiscard]] QStringList ticked()
    {
        QStringList names;
        for (const std::size_t row : m_dialog->model().ticked())
            names << QString::fromStdString(m_dialog->model().items()[row].resource.value());
        return names;
    }
    [[nodiscard]] QString state(std::size_t item)
    {
        const auto& model = m_dialog->model();
        return model.index(model.rowOf(item), BulkModel::Deed).data().toString();
    }

    std::unique_ptr<ui::BulkDialog> m_dialog;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

LOCKKEEPER_TEST(BulkDialogTest)

} // namespace lockkeeper::tests::bulk_dialog_test

#include "bulk_dialog_test.moc"
