// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/release/steal.h"
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/models/words/words.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fold.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <memory>

namespace lockkeeper::tests::release_dialog_test {

using observe::EvidenceKind;
using release::MasterResult;

class ReleaseDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aReasonIsRequired()
    {
        const auto dialog = dialogFor(deadHolder());
        QVERIFY(!releaseButton(*dialog).isEnabled());
        giveReason(*dialog);
        QVERIFY(releaseButton(*dialog).isEnabled());
    }

    void aReasonOfSpacesIsNone()
    {
        const auto dialog = dialogFor(deadHolder());
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"   "_s);
        QVERIFY(!releaseButton(*dialog).isEnabled());
    }

    void aReasonThatTheJournalWouldCutIsNotTaken()
    {
        const auto dialog = dialogFor(deadHolder());
        auto& reason = child<QLineEdit>(*dialog, u"reasonLineEdit"_s);
        reason.insert(QString(1024, u'x')); // pasted
        QVERIFY(QToolTip::text().isEmpty());
        QTest::keyClicks(&reason, u"y"_s);
        QCOMPARE(reason.text(), QString(1024, u'x'));
        QVERIFY2(QToolTip::text().contains(u"1024"_s), qPrintable(QToolTip::text()));
        QVERIFY(releaseButton(*dialog).isEnabled());
    }

    void aHolderThatMayLiveNeedsTheNameTyped()
    {
        const auto dialog = dialogFor(builder().held("token", 30s).build());
        giveReason(*dialog);
        QVERIFY(!releaseButton(*dialog).isEnabled());
        auto& name = child<QLineEdit>(*dialog, u"nameLineEdit"_s);
        type(name, u"cron:bil"_s);
        QVERIFY(!releaseButton(*dialog).isEnabled());
        type(name, u"cron:bill"_s);
        QVERIFY(releaseButton(*dialog).isEnabled());
    }

    void aWrongNameIsCalledWrongOnceItCantBecomeRight()
    {
        const auto dialog = dialogFor(builder().held("token", 30s).build());
        auto& name = child<QLineEdit>(*dialog, u"nameLineEdit"_s);
        const auto& wrong = child<QLabel>(*dialog, u"wrongNameLabel"_s);
        for (const auto& [typed, isWrong] : {std::pair(u"cron:"_s, false), {u"cron:x"_s, true},
                 {u"cron:bill"_s, false}, {u"cron:bills"_s, true}, {QString(), false}}) {
            type(name, typed);
            QVERIFY2(wrong.isVisible() == isWrong, qPrintable(typed));
        }
    }

    void aRefusalThatIsForeseenIsToldBeforeTheReasonIsTyped()
    {
        const auto dialog = dialogFor(deadHolder());
        dialog->setForeseenRefusal({ErrorClass::NoPermission, "the user lacks +eval", {}});
        const auto& banner = child<ui::Banner>(*dialog, u"changedBanner"_s);
        QVERIFY(banner.isVisible());
        QVERIFY2(banner.text().contains(u"lacks +eval"_s), qPrintable(banner.text()));
    }

    void itGrowsWithWhatIsToldLater()
    {
        const auto dialog = dialogFor(deadHolder());
        const auto isScrolled = [&dialog] {
            const auto bars = dialog->findChildren<QScrollBar*>();
            return std::ranges::any_of(bars, [](const QScrollBar* bar) {
                return bar->isVisible() && bar->orientation() == Qt::Vertical;
            });
        };
        QTRY_VERIFY(!isScrolled());
        const int before = dialog->height();
        dialog->setForeseenRefusal({ErrorClass::NoPermission, std::string(600, 'x'), {}});
        QTRY_VERIFY(dialog->height() > before && !isScrolled());
    }

    void aLongOrOddNameIsPastedWhole()
    {
        for (const std::string& name :
            {"lock:" + std::string(10'000, 'x'), std::string("a\nb\\n")}) {
            const auto dialog = dialogFor(builder(name).held("token", 30s).build());
            giveReason(*dialog);
            auto& field = child<QLineEdit>(*dialog, u"nameLineEdit"_s);
            field.setText(field.placeholderText().chopped(1)); // pasted
            QVERIFY(!releaseButton(*dialog).isEnabled());
            field.setText(ui::wholeText(name));
            QVERIFY(releaseButton(*dialog).isEnabled());
        }
    }

    void noTtlAloneDoesNotProveThatTheHolderIsGone()
    {
        const auto dialog = dialogFor(builder()
                                          .held("token", std::nullopt)
                                          .stale({.kind = EvidenceKind::NeverExpires})
                                          .build());
        giveReason(*dialog);
        QVERIFY(!releaseButton(*dialog).isEnabled());
    }

    void typingGivesTheReasonAndReturnFreesNothing()
    {
        const auto dialog = dialogFor(deadHolder());
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        auto* reason = qobject_cast<QLineEdit*>(dialog->focusWidget());
        QVERIFY(reason);
        QCOMPARE(reason->objectName(), u"reasonLineEdit"_s);
        QSignalSpy released(dialog.get(), &ui::ReleaseDialog::releaseRequested);
        QTest::keyClick(reason, Qt::Key_Return);
        QTest::keyClick(reason, Qt::Key_Space);
        QTest::keyClick(reason, Qt::Key_Return); // a blank is no reason
        QVERIFY(dialog->isVisible());
        QCOMPARE(released.size(), 0);
    }

    void theReleaseCarriesThePlanAndTheReason()
    {
        const auto dialog = dialogFor(deadHolder());
        std::vector<std::pair<Fingerprint, QString>> requested;
        connect(dialog.get(), &Dialog::releaseRequested, this,
            [&requested](const release::Plan& plan, const QString& reason) {
                requested.emplace_back(plan.token, reason);
            });
        giveReason(*dialog);
        click(releaseButton(*dialog));
        QCOMPARE(requested.size(), std::size_t(1));
        QVERIFY(requested[0].first == Fingerprint::ofString("token"));
        QCOMPARE(requested[0].second, u"stuck job"_s);
    }

    void aSharedValueWithAnotherTtlMayBeTheNextHolders()
    {
        const auto taken = [this](std::chrono::milliseconds ttl) {
            LockEntryBuilder entry = builder().held("1", ttl);
            entry.lock().scope = observe::ValueScope::Shared;
            return entry.build();
        };
        const auto dialog = dialogFor(taken(10s));
        giveReason(*dialog);
        dialog->showEntry(taken(10s));
        QVERIFY(!child<QWidget>(*dialog, u"changedBanner"_s).isVisible());
        dialog->showEntry(taken(60s));
        QVERIFY(!releaseButton(*dialog).isEnabled());
        QVERIFY(!visibleTexts(*dialog).filter(u"taken by the next holder"_s).isEmpty());
    }

    void aSharedValueIsWatchedForTwoSecondsFirst()
    {
        const SteadyTime taken = m_clock.now();
        m_processes.state = observe::ProcessState::Gone;
        const auto entry = [this, taken] {
            LockEntryBuilder built = builder().held("1", 60s).firstSeen(taken);
            built.lock().scope = observe::ValueScope::Shared;
            return withProcess(built).build();
        };
        m_clock.advance(1'900ms);
        const auto dialog = dialogFor(entry());
        giveReason(*dialog);
        QVERIFY(!releaseButton(*dialog).isEnabled());
        QVERIFY(releaseButton(*dialog).toolTip().contains(u"two seconds"_s));
        m_clock.advance(100ms);
        dialog->showEntry(entry());
        click(releaseButton(*dialog));
        QCOMPARE(m_requested.size(), std::size_t(1));
        QVERIFY(m_requested.front().seenFor >= release::kSightNeeded);
    }

    void anotherTokenMeansTheHolderChanged()
    {
        const auto dialog = dialogWithReason();
        dialog->showEntry(builder().held("another token", 30s).build());
        QVERIFY(!releaseButton(*dialog).isEnabled());
        QVERIFY(child<QWidget>(*dialog, u"changedBanner"_s).isVisible());
        QVERIFY(!visibleTexts(*dialog)
                     .filter(u"The holder changed (now: unknown holder, with token "_s)
                     .isEmpty());
    }

    void aChangeIsNotForgottenWhenTheOldTokenReturns()
    {
        const auto dialog = dialogWithReason();
        dialog->showEntry(builder().held("another token", 30s).build());
        dialog->showEntry(deadHolder());
        QVERIFY(!releaseButton(*dialog).isEnabled());
    }

    void aVanishedLockCanNotBeReleased()
    {
        const auto dialog = dialogWithReason();
        dialog->showEntry(nullptr);
        QVERIFY(!releaseButton(*dialog).isEnabled());
        QVERIFY(!visibleTexts(*dialog).filter(u"It is gone"_s).isEmpty());
        QVERIFY(!child<QLabel>(*dialog, u"forecastLabel"_s).isVisible());
    }

    void aLockThatIsTakenAgainIsNotCalledGone()
    {
        const auto dialog = dialogWithReason();
        dialog->showEntry(nullptr);
        dialog->showEntry(builder().held("another token", 30s).build());
        QVERIFY(visibleTexts(*dialog).filter(u"It is gone"_s).isEmpty());
        QVERIFY(!visibleTexts(*dialog).filter(u"The holder changed"_s).isEmpty());
        QVERIFY(child<QPushButton>(*dialog, u"lookButton"_s).isVisible());
        dialog->showEntry(nullptr);
        dialog->showEntry(deadHolder());
        QVERIFY(!visibleTexts(*dialog).filter(u"It came back"_s).isEmpty());
        QVERIFY(!releaseButton(*dialog).isEnabled());
    }

    void aLockThatOnlyASilentMasterMayStoreIsGone()
    {
        const auto dialog = dialogFor(deadHolder());
        dialog->showEntry(builder().silent(2).build());
        QVERIFY(!visibleTexts(*dialog).filter(u"It is gone"_s).isEmpty());
    }

    void anUpdateOfTheSameTokenChangesNothing()
    {
        const auto dialog = dialogWithReason();
        auto update = builder();
        dialog->showEntry(withProcess(update.held("token", 10s)).build());
        QVERIFY(releaseButton(*dialog).isEnabled());
        QVERIFY(!child<QWidget>(*dialog, u"changedBanner"_s).isVisible());
    }

    void theCommandOfEachMasterIsShown()
    {
        const auto dialog = dialogFor(deadHolder());
        const QString text
            = child<QPlainTextEdit>(*dialog, u"commandsPlainTextEdit"_s).toPlainText();
        QCOMPARE(text.count(u"redis-cli "_s), 3);
        for (const auto& host : {u"one.test"_s, u"two.test"_s, u"three.test"_s})
            QVERIFY2(text.contains(host), qPrintable(text));
        QVERIFY(text.contains(QString::fromStdString(Fingerprint::ofString("token").hex())));
    }

    void aRunningReleaseCanNotBeClosed()
    {
        const auto dialog = dialogWithReason();
        click(releaseButton(*dialog));
        QTest::keyClick(dialog.get(), Qt::Key_Escape);
        QVERIFY(dialog->isVisible());
        QVERIFY(!releaseButton(*dialog).isEnabled());
    }

    void theResultOfEachMasterIsShown()
    {
        const auto dialog = dialogWithReason();
        click(releaseButton(*dialog));
        dialog->showResult(Result<release::Report>(release::Report{.outcomes
            = {{MasterId("a"), MasterResult::Released}, {MasterId("b"), MasterResult::Released},
                {MasterId("c"), MasterResult::Unreachable}},
            .isQuorumFreed = true}));
        QVERIFY(labelText(*dialog, u"summaryLabel"_s).contains(u"Released on 2 of 3 masters"_s));
        const QStringList texts = visibleTexts(*dialog);
        QCOMPARE(texts.filter(u"released"_s, Qt::CaseSensitive).size(), 2);
        QCOMPARE(texts.filter(u"out of reach"_s).size(), 1);
        QVERIFY(labelText(*dialog, u"journalLabel"_s).contains(u"/var/journal.jsonl"_s));
        QVERIFY(!releaseButton(*dialog).isVisible());
    }

    void aFreedLockIsCalledFreeAfterwards()
    {
        const auto dialog = dialogFor(deadHolder());
        dialog->showResult(Result<release::Report>(release::Report{.isQuorumFreed = true}));
        dialog->showEntry(nullptr);
        QVERIFY(labelText(*dialog, u"nowLabel"_s).startsWith(u"free"_s));
    }

    void aLockThatIsGoneBeforeTheResultIsCalledFree()
    {
        const auto dialog = dialogWithReason();
        click(releaseButton(*dialog));
        dialog->showEntry(nullptr);
        dialog->showResult(Result<release::Report>(release::Report{.isQuorumFreed = true}));
        QVERIFY(labelText(*dialog, u"nowLabel"_s).startsWith(u"free"_s));
    }

    void aReadingFromBeforeTheReleaseIsNotShownAsNow()
    {
        const auto dialog = dialogFor(deadHolder());
        const auto before = deadHolder();
        m_clock.advance(1s);
        dialog->showResult(Result<release::Report>(release::Report{.isQuorumFreed = true}));
        const QString waiting = labelText(*dialog, u"nowLabel"_s);
        dialog->showEntry(before);
        QCOMPARE(labelText(*dialog, u"nowLabel"_s), waiting);
        m_clock.advance(1s);
        dialog->showEntry(deadHolder());
        QVERIFY(labelText(*dialog, u"nowLabel"_s).startsWith(u"held"_s));
    }

    void aJournalThatCanNotBeWrittenIsTold()
    {
        const auto dialog = dialogFor(deadHolder());
        dialog->showResult(Result<release::Report>(release::Report{
            .isQuorumFreed = true, .journalError = Error{ErrorClass::Journal, "disk full"}}));
        QVERIFY(labelText(*dialog, u"journalLabel"_s).contains(u"disk full"_s));
    }

    void aFailureTellsThatNothingWasReleased()
    {
        const auto dialog = dialogFor(deadHolder());
        dialog->showResult(Result<release::Report>(fail(ErrorClass::Journal, "permission denied")));
        QCOMPARE(labelText(*dialog, u"summaryLabel"_s), u"Nothing was released."_s);
        QVERIFY(labelText(*dialog, u"journalLabel"_s).contains(u"permission denied"_s));
    }

    void noLabelTakesAHostileNameForMarkup()
    {
        const auto dialog = dialogFor(deadHolder("<img src=/some/fifo>"));
        QVERIFY(!visibleTexts(*dialog).filter(u"<img"_s).isEmpty());
        for (const auto* label : dialog->findChildren<QLabel*>()) {
            if (label->text().contains(u'<'))
                QCOMPARE(label->textFormat(), Qt::PlainText);
        }
    }

    void anAmpersandInANameStays()
    {
        const auto dialog = dialogFor(deadHolder("a&b"));
        QCOMPARE(releaseButton(*dialog).text(), u"&Release a&&b"_s);
    }

    void theFirstLineAnswers_data()
    {
        columns<int, int, QString, QString>();
        using observe::ProcessState;
        const auto row = [](const char* name, ProcessState state, int renewals, const QString& word,
                             const QString& reason) {
            QTest::newRow(name) << static_cast<int>(state) << renewals << word << reason;
        };
        row("ended", ProcessState::Gone, 0, u"SAFE TO FREE"_s,
            u"its process 812 has ended (seen just now)"_s);
        row("reused", ProcessState::Replaced, 0, u"SAFE TO FREE"_s,
            u"another one has its pid now"_s);
        row("runs", ProcessState::Running, 0, u"ALIVE"_s, u"its process 812 runs on this host"_s);
        row("stopped", ProcessState::Stopped, 41, u"NOT KNOWN"_s,
            u"its process 812 is stopped by SIGSTOP or a debugger"_s);
        row("renewed", ProcessState::Unknown, 41, u"ALIVE"_s, u"renewed 3.0 s ago, 41 times"_s);
        row("elsewhere", ProcessState::Unknown, 0, u"NOT KNOWN"_s,
            u"is of another host, boot or container"_s);
    }

    void theFirstLineAnswers()
    {
        const auto [state, renewals, word, reason] = fetch<int, int, QString, QString>();
        m_processes.state = static_cast<observe::ProcessState>(state);
        auto entry = builder();
        withProcess(entry.held("token", 30s)).renewals(static_cast<unsigned>(renewals));
        entry.raw().renewals.last = m_clock.now() - 3s;
        entry.raw().renewals.level = observe::Renewals::levelOf(30s) & 0xFFU;
        const auto dialog = dialogFor(entry.build());
        QCOMPARE(labelText(*dialog, u"safetyWordLabel"_s), word);
        const QString shown = labelText(*dialog, u"safetyReasonLabel"_s);
        QVERIFY2(shown.contains(reason), qPrintable(shown));
        QCOMPARE(
            child<QLineEdit>(*dialog, u"nameLineEdit"_s).isVisible(), word != u"SAFE TO FREE"_s);
    }

    void anAnswerThatChangesIsShown()
    {
        const auto dialog = dialogWithReason();
        QVERIFY(releaseButton(*dialog).isEnabled());
        m_clock.advance(5s);
        auto renewed = builder();
        withProcess(renewed.held("token", 30s)).renewals(1);
        renewed.raw().renewals.last = m_clock.now() - 1s;
        renewed.raw().renewals.level = observe::Renewals::levelOf(30s) & 0xFFU;
        dialog->showEntry(renewed.build());
        QCOMPARE(labelText(*dialog, u"safetyWordLabel"_s), u"ALIVE"_s);
        QVERIFY(!releaseButton(*dialog).isEnabled());
        QVERIFY(child<QLineEdit>(*dialog, u"nameLineEdit"_s).isVisible());
    }

    void silentMastersAreNamedAndFinishedIfWanted()
    {
        const auto answered = dialogFor(deadHolder());
        QVERIFY(!child<QCheckBox>(*answered, u"finishCheckBox"_s).isVisible());
        auto entry = builder();
        m_processes.state = observe::ProcessState::Gone;
        const auto dialog = dialogFor(withProcess(entry.held("token", 30s).silent(2)).build());
        const QString forecast = labelText(*dialog, u"forecastLabel"_s);
        QVERIFY2(
            forecast.startsWith(
                u"Frees cron:bill on 2 of 3 masters; c does not answer: a leftover there until "_s),
            qPrintable(forecast));
        auto& wanted = child<QCheckBox>(*dialog, u"finishCheckBox"_s);
        QVERIFY(wanted.isVisible());
        wanted.setChecked(true);
        QSignalSpy requested(dialog.get(), &Dialog::releaseRequested);
        giveReason(*dialog);
        click(releaseButton(*dialog));
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested.at(0).at(2).toBool(), true);
    }

    void aMasterThatFallsSilentMeanwhileIsNamed()
    {
        const auto dialog = dialogFor(builder().held("token", 30s).build());
        QCOMPARE(labelText(*dialog, u"forecastLabel"_s), u"Frees cron:bill on 3 of 3 masters."_s);
        dialog->showEntry(builder().held("token", 30s).silent(1).silent(2).build());
        const QString forecast = labelText(*dialog, u"forecastLabel"_s);
        QVERIFY2(forecast.startsWith(u"Frees cron:bill on 1 of 3 masters; b, c do not answer"_s),
            qPrintable(forecast));
        QVERIFY(forecast.endsWith(u"the holder may keep its quorum."_s));
        QVERIFY(child<QCheckBox>(*dialog, u"finishCheckBox"_s).isVisible());
    }

    void aRevokeCarriesItsReasonInTheTombstone()
    {
        const auto dialog = dialogFor(deadHolder());
        giveReason(*dialog);
        const QString shown
            = child<QPlainTextEdit>(*dialog, u"revokeCommandsPlainTextEdit"_s).toPlainText();
        click(child<QPushButton>(*dialog, u"revokeButton"_s));
        QCOMPARE(m_requested.size(), std::size_t(1));
        QCOMPARE(m_requested[0].action, release::Action::Revoke);
        QCOMPARE(m_requested[0].tombstone.reason, std::string("stuck job"));
        QVERIFY(
            shown.contains(QString::fromStdString(release::asRedisCliLine(m_requested[0].masters[0],
                release::releaseCommand(m_requested[0], m_requested[0].masters[0])))));
    }

    void aHolderThatHearsIsAskedFirst()
    {
        LockEntryBuilder entry = builder();
        entry.lock().holder.hearsAsks = true;
        const auto dialog = dialogFor(entry.held("token", 30s).build());
        auto& ask = child<QPushButton>(*dialog, u"askButton"_s);
        QVERIFY(ask.isVisible());
        QVERIFY(ask.isEnabled()); // it needs neither a reason nor a name
        QVERIFY(!child<QPushButton>(*dialog, u"releaseButton"_s).isEnabled());
        click(ask);
        QCOMPARE(m_requested.size(), std::size_t(1));
        QCOMPARE(m_requested[0].action, release::Action::Ask);
        QCOMPARE(m_requested[0].ask.by, std::string("ada"));
        dialog->showResult(Result<release::Report>(release::Report{
            .outcomes = {{MasterId("a"), MasterResult::Asked}, {MasterId("b"), MasterResult::Asked},
                {MasterId("c"), MasterResult::Unreachable}}}));
        QVERIFY(child<QLabel>(*dialog, u"summaryLabel"_s)
                    .text()
                    .contains(u"sked on 2 of 3 masters: the holder finds out"_s));
        QVERIFY(!ask.isVisible());
    }

    void onlyAHolderThatHearsCanBeAsked()
    {
        const auto dialog = dialogFor(builder().held("token", 30s).build());
        QVERIFY(!child<QPushButton>(*dialog, u"askButton"_s).isVisible());
        LockEntryBuilder entry = builder();
        entry.lock().holder.hearsAsks = true;
        m_processes.state = observe::ProcessState::Gone;
        const auto dead = dialogFor(withProcess(entry.held("token", 30s)).build());
        QVERIFY(!child<QPushButton>(*dead, u"askButton"_s).isVisible());
    }

    void aLockIsTakenOver()
    {
        const auto dialog = dialogFor(deadHolder());
        auto& steal = child<QPushButton>(*dialog, u"stealButton"_s);
        QVERIFY(steal.isVisible());
        QVERIFY(!steal.isEnabled());
        giveReason(*dialog);
        QVERIFY(steal.isEnabled());
        click(steal);
        QCOMPARE(m_requested.size(), std::size_t(1));
        QVERIFY(m_requested[0].isSteal);
        QCOMPARE(m_requested[0].tombstone.reason, std::string("stuck job"));
        QCOMPARE(m_requested[0].tombstone.id.size(), std::size_t(16));
    }

    void whatCanNotBeRevokedSaysWhy()
    {
        auto entry = builder();
        entry.held("token", 30s).lock().format = "RQ";
        const auto dialog = dialogFor(entry.build());
        giveReason(*dialog);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        QVERIFY(releaseButton(*dialog).isEnabled());
        QVERIFY(!child<QPushButton>(*dialog, u"revokeButton"_s).isEnabled());
        QVERIFY(labelText(*dialog, u"revokeLabel"_s).contains(u"can't be revoked"_s));
    }

    void aDeadlockIsToldWithWhatWouldEndIt()
    {
        const auto entry = builder().held("token", 30s).build();
        auto dialog = dialogFor(entry);
        QVERIFY(dialog->findChildren<QLabel*>(u"deadlockLabel"_s).isEmpty());
        dialog = dialogFor(entry, u"deadlock of 2 locks"_s);
        QCOMPARE(labelText(*dialog, u"deadlockLabel"_s), u"deadlock of 2 locks"_s);
    }

    void theNewHolderIsNamedAndCanBeLookedAt()
    {
        const auto dialog = dialogFor(deadHolder());
        auto& look = child<QPushButton>(*dialog, u"lookButton"_s);
        QVERIFY(!look.isVisible());
        auto next = builder();
        next.held("another token", 30s).lock().holder = {.host = "web-4", .pid = 77, .app = "api"};
        dialog->showEntry(next.build());
        QVERIFY(!visibleTexts(*dialog).filter(u"api@web-4 pid 77"_s).isEmpty());
        QVERIFY(!child<QPushButton>(*dialog, u"revokeButton"_s).isEnabled());
        QVERIFY(!child<QLabel>(*dialog, u"safetyWordLabel"_s).isVisible());
        QSignalSpy wanted(dialog.get(), &Dialog::lookRequested);
        click(look);
        QCOMPARE(wanted.size(), 1);
        QVERIFY(!dialog->isVisible());
    }

    void itFitsASmallScreen()
    {
        // 1366x768 at 150 %, with the longest texts that there are.
        constexpr QSize kSmall(910, 512);
        auto entry = builder(std::string(200, 'x'));
        entry.held("token", 30s).silent(1).silent(2).lock().caution = std::string(150, 'y');
        const auto dialog = dialogFor(entry.build());
        dialog->resize(kSmall);
        QVERIFY2(dialog->width() <= kSmall.width() && dialog->height() <= kSmall.height(),
            qPrintable(u"%1x%2"_s.arg(dialog->width()).arg(dialog->height())));
        for (auto* fold : dialog->findChildren<ui::Fold*>())
            fold->setOpen(true);
        QTest::qWait(0);
        QCOMPARE(dialog->size(), kSmall);
        for (const auto& name : {u"releaseButton"_s, u"revokeButton"_s, u"cancelButton"_s}) {
            const auto& button = child<QPushButton>(*dialog, name);
            const QRect place(button.mapTo(dialog.get(), QPoint()), button.size());
            QVERIFY2(dialog->rect().contains(place), qPrintable(name));
        }
    }

    void everythingIsReachedByTheTabKey()
    {
        m_processes.state = observe::ProcessState::Unknown;
        auto entry = builder();
        const auto dialog = dialogFor(entry.held("token", 30s).silent(2).build());
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        giveReason(*dialog);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        QStringList order;
        child<QCheckBox>(*dialog, u"finishCheckBox"_s).setFocus();
        for (int i = 0; i < 30 && !order.contains(u"cancelButton"_s); ++i) {
            order << dialog->focusWidget()->objectName();
            QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
        }
        const QStringList wanted{u"finishCheckBox"_s, u"reasonLineEdit"_s, u"nameLineEdit"_s,
            u"foldButton"_s, u"foldButton"_s, u"releaseButton"_s, u"revokeButton"_s,
            u"cancelButton"_s};
        order.removeIf([&wanted](const QString& name) { return !wanted.contains(name); });
        QVERIFY2(order == wanted, qPrintable(order.join(u' ')));
    }

    void masterThatAnswersLaterIsShown()
    {
        auto entry = builder();
        m_processes.state = observe::ProcessState::Gone;
        const auto dialog = dialogFor(withProcess(entry.held("token", 30s).silent(2)).build());
        child<QCheckBox>(*dialog, u"finishCheckBox"_s).setChecked(true);
        giveReason(*dialog);
        click(releaseButton(*dialog));
        release::Report report{.outcomes
            = {{MasterId("a"), MasterResult::Released}, {MasterId("b"), MasterResult::Released},
                {MasterId("c"), MasterResult::Unreachable}},
            .isQuorumFreed = true};
        dialog->showResult(Result<release::Report>(report));
        QVERIFY(labelText(*dialog, u"waitingForLabel"_s).startsWith(u"Waiting for c"_s));
        report.outcomes[2].result = MasterResult::Released;
        dialog->showFinished(Result<release::Report>(report));
        QVERIFY(!child<QLabel>(*dialog, u"waitingForLabel"_s).isVisible());
        QTRY_COMPARE(visibleTexts(*dialog).filter(u"released"_s, Qt::CaseSensitive).size(), 3);
        QVERIFY(labelText(*dialog, u"summaryLabel"_s).contains(u"Released on 3 of 3 masters"_s));
    }

    void oneHolderIsFreedWhileOthersComeAndGo()
    {
        m_processes.state = observe::ProcessState::Gone;
        const auto dialog = dialogForHolder(readers({"ann", "bob"}), "ann");
        QVERIFY(dialog->windowTitle().contains(u"one holder"_s));
        QVERIFY(!child<QPushButton>(*dialog, u"revokeButton"_s).isVisible());
        giveReason(*dialog);
        dialog->showEntry(readers({"ann", "cid", "dora"}));
        QVERIFY(releaseButton(*dialog).isEnabled());
        releaseButton(*dialog).click();
        QCOMPARE(m_requested.size(), std::size_t(1));
        const release::Plan& plan = m_requested[0];
        QVERIFY(plan.isForHolder() && plan.token == Fingerprint::ofString("ann"));
        QVERIFY(plan.lockToken()
            == Fingerprint::ofString("anncid"
                                     "dora"));
        QVERIFY(plan.votes[0].token == Fingerprint::ofString("ann"));
        dialog->showResult(
            ui::ReleaseResult(release::Report{.outcomes = {}, .isQuorumFreed = true}));
        m_clock.advance(1s);
        dialog->showEntry(readers({"cid", "dora"}));
        QVERIFY(labelText(*dialog, u"nowLabel"_s).contains(u"others"_s));
    }

    void aHolderThatHasLeftIsNotFreed()
    {
        m_processes.state = observe::ProcessState::Gone;
        const auto dialog = dialogForHolder(readers({"ann", "bob"}), "ann");
        giveReason(*dialog);
        QVERIFY(releaseButton(*dialog).isEnabled());
        dialog->showEntry(readers({"bob"}));
        QVERIFY(!releaseButton(*dialog).isEnabled());
        QVERIFY(!visibleTexts(*dialog).filter(u"has left"_s).isEmpty());
        dialog->showEntry(readers({"ann", "bob"}));
        QVERIFY(!releaseButton(*dialog).isEnabled());
    }

    void eachHolderHasASafetyOfItsOwn()
    {
        m_processes.state = observe::ProcessState::Gone;
        const auto dialog = dialogForHolder(readers({"ann", "bob"}), "bob");
        QVERIFY(!visibleTexts(*dialog).filter(u"SAFE TO FREE"_s).isEmpty());
        m_processes.state = observe::ProcessState::Running;
        const auto other = dialogForHolder(readers({"ann", "bob"}), "bob");
        QVERIFY(!visibleTexts(*other).filter(u"ALIVE"_s).isEmpty());
    }

    void aNumberIsSetToWhatWasSaid()
    {
        LockEntryBuilder builder("sem", m_clock.now() - 5s);
        builder.lock().part = observe::PartRelease{.kind = observe::PartKind::FreePermits};
        builder.lock().scope = observe::ValueScope::Shared;
        builder.lock().isReleasable = false;
        const auto entry = builder.held("0", {}).build();
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        Dialog dialog(
            {.plan = release::planCount(*deployment, *entry, Fingerprint::ofString("0"), 4).value(),
                .entry = entry,
                .journalFile = "/var/journal.jsonl",
                .deployment = u"test"_s},
            m_clock, m_processes);
        open(dialog);
        QVERIFY(dialog.windowTitle().contains(u"number of sem"_s));
        QVERIFY(labelText(dialog, u"forecastLabel"_s).contains(u"Sets sem to 4"_s));
        giveReason(dialog);
        type(child<QLineEdit>(dialog, u"nameLineEdit"_s), u"sem"_s);
        releaseButton(dialog).click();
        QCOMPARE(m_requested.size(), std::size_t(1));
        const release::Plan& plan = m_requested[0];
        QVERIFY(
            plan.isForCount() && plan.part->count == 4 && plan.seenFor >= release::kSightNeeded);
    }

private:
    using Dialog = ui::ReleaseDialog;

    [[nodiscard]] LockEntryBuilder builder(const std::string& resource = "cron:bill")
    {
        return LockEntryBuilder(resource, m_clock.now());
    }
    [[nodiscard]] observe::LockEntryPtr deadHolder(const std::string& resource = "cron:bill")
    {
        m_processes.state = observe::ProcessState::Gone;
        return withProcess(builder(resource).held("token", 30s)).build();
    }
    /// Its token names a process, of which m_processes tells.
    static LockEntryBuilder& withProcess(LockEntryBuilder& entry)
    {
        entry.lock().holder.pid = 812;
        entry.lock().holder.process = "0123456789abcdef-1";
        return entry;
    }
    [[nodiscard]] std::unique_ptr<Dialog> dialogFor(
        const observe::LockEntryPtr& entry, const QString& deadlock = {})
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        auto plan = release::planRelease(*deployment, *entry, *entry->countVotes().token);
        auto dialog = std::make_unique<Dialog>(
            Dialog::Subject{.plan = std::move(*plan),
                .entry = entry,
                .journalFile = "/var/journal.jsonl",
                .deployment = u"test"_s,
                .revoke = release::planRevoke(*deployment, *entry, *entry->countVotes().token,
                    {.by = "ada", .at = m_clock.wallNow(), .reason = {}}),
                .steal = release::planSteal(*deployment, *entry, *entry->countVotes().token,
                    {.by = "ada", .at = m_clock.wallNow(), .reason = {}},
                    {.ttl = ui::LockActions::kStolenTtl}),
                .ask = release::planAsk(*deployment, *entry, *entry->countVotes().token,
                    {.by = "ada", .at = m_clock.wallNow(), .reason = {}}),
                .deadlock = deadlock},
            m_clock, m_processes);
        open(*dialog);
        return dialog;
    }
    /// Readers by name, of whom each has a process of its own.
    [[nodiscard]] observe::LockEntryPtr readers(const std::vector<std::string>& names)
    {
        LockEntryBuilder entry = builder("report.readers");
        std::string all;
        for (const std::string& name : names) {
            entry.lock().holders.push_back({.pid = 812,
                .process = "0123456789abcdef-" + name,
                .member = Fingerprint::ofString(name)});
            all += name;
        }
        entry.lock().format = "DistributedLock.NET-readers";
        entry.lock().mode = observe::LockMode::Read;
        entry.lock().isReleasable = false;
        entry.lock().part = observe::PartRelease{};
        entry.raw().type = observe::ValueType::Set;
        return entry.held(all, 30s).build();
    }
    [[nodiscard]] std::unique_ptr<Dialog> dialogForHolder(
        const observe::LockEntryPtr& entry, const std::string& name)
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        auto plan = release::planHolder(*deployment, *entry, Fingerprint::ofString(name));
        auto dialog = std::make_unique<Dialog>(Dialog::Subject{.plan = std::move(*plan),
                                                   .entry = entry,
                                                   .journalFile = "/var/journal.jsonl",
                                                   .deployment = u"test"_s},
            m_clock, m_processes);
        open(*dialog);
        return dialog;
    }
    void open(Dialog& dialog)
    {
        m_requested.clear();
        connect(&dialog, &Dialog::releaseRequested, this,
            [this](const release::Plan& plan) { m_requested.push_back(plan); });
        dialog.show();
    }
    /// Of a dead holder.
    [[nodiscard]] std::unique_ptr<Dialog> dialogWithReason()
    {
        auto dialog = dialogFor(deadHolder());
        giveReason(*dialog);
        return dialog;
    }
    [[nodiscard]] static QPushButton& releaseButton(const Dialog& dialog)
    {
        return child<QPushButton>(dialog, u"releaseButton"_s);
    }
    static void giveReason(const Dialog& dialog)
    {
        type(child<QLineEdit>(dialog, u"reasonLineEdit"_s), u"stuck job"_s);
    }
    static QString labelText(const Dialog& dialog, const QString& name)
    {
        return child<QLabel>(dialog, name).text();
    }
    ManualClock m_clock;
    std::vector<release::Plan> m_requested; ///< of the dialog opened last
    test::NoProcesses m_processes;
};

LOCKKEEPER_TEST(ReleaseDialogTest)

} // namespace lockkeeper::tests::release_dialog_test

#include "release_dialog_test.moc"
