// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/release_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <memory>

using namespace lockkeeper;
using namespace lockkeeper::tests;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using observe::EvidenceKind;
using release::MasterResult;
using ReportResult = Result<release::Report>;

class ReleaseDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aReasonIsRequired();
    void aReasonOfSpacesIsNone();
    void aHolderThatMayLiveNeedsTheNameTyped();
    void noTtlAloneDoesNotProveThatTheHolderIsGone();
    void cancelHasTheFocus();
    void theReleaseCarriesThePlanAndTheReason();
    void anotherTokenMeansTheHolderChanged();
    void aChangeIsNotForgottenWhenTheOldTokenReturns();
    void aVanishedLockCanNotBeReleased();
    void anUpdateOfTheSameTokenChangesNothing();
    void theCommandOfEachMasterIsShown();
    void aRunningReleaseCanNotBeClosed();
    void theResultOfEachMasterIsShown();
    void aFreedLockIsCalledFreeAfterwards();
    void aReadingFromBeforeTheReleaseIsNotShownAsNow();
    void aJournalThatCanNotBeWrittenIsTold();
    void aFailureTellsThatNothingWasReleased();
    void noLabelTakesAHostileNameForMarkup();
    void anAmpersandInANameStays();

private:
    using Dialog = ui::ReleaseDialog;

    [[nodiscard]] LockEntryBuilder builder(const std::string& resource = "cron:bill")
    {
        return LockEntryBuilder(resource, m_clock.now());
    }
    [[nodiscard]] observe::LockEntryPtr deadHolder(const std::string& resource = "cron:bill")
    {
        return builder(resource)
            .held("token", 30s)
            .stale({.kind = EvidenceKind::HolderProcessGone, .pid = 812})
            .build();
    }
    [[nodiscard]] std::unique_ptr<Dialog> dialogFor(const observe::LockEntryPtr& entry)
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        auto plan = release::planRelease(*deployment, *entry, *entry->countVotes().token);
        auto dialog = std::make_unique<Dialog>(
            Dialog::Subject{std::move(*plan), entry, "/var/journal.jsonl", u"test"_s}, m_clock);
        dialog->show();
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
    [[nodiscard]] static QStringList allTexts(const Dialog& dialog)
    {
        QStringList texts;
        for (const auto* label : dialog.findChildren<QLabel*>()) {
            if (label->isVisible())
                texts << label->text();
        }
        return texts;
    }

    ManualClock m_clock;
};

void ReleaseDialogTest::aReasonIsRequired()
{
    const auto dialog = dialogFor(deadHolder());
    QVERIFY(!releaseButton(*dialog).isEnabled());
    giveReason(*dialog);
    QVERIFY(releaseButton(*dialog).isEnabled());
}

void ReleaseDialogTest::aReasonOfSpacesIsNone()
{
    const auto dialog = dialogFor(deadHolder());
    type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"   "_s);
    QVERIFY(!releaseButton(*dialog).isEnabled());
}

void ReleaseDialogTest::aHolderThatMayLiveNeedsTheNameTyped()
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

void ReleaseDialogTest::noTtlAloneDoesNotProveThatTheHolderIsGone()
{
    const auto dialog = dialogFor(
        builder().held("token", std::nullopt).stale({.kind = EvidenceKind::NeverExpires}).build());
    giveReason(*dialog);
    QVERIFY(!releaseButton(*dialog).isEnabled());
}

void ReleaseDialogTest::cancelHasTheFocus()
{
    const auto dialog = dialogFor(deadHolder());
    QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
    QCOMPARE(dialog->focusWidget()->objectName(), u"cancelButton"_s);
}

void ReleaseDialogTest::theReleaseCarriesThePlanAndTheReason()
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

void ReleaseDialogTest::anotherTokenMeansTheHolderChanged()
{
    const auto dialog = dialogFor(deadHolder());
    giveReason(*dialog);
    dialog->showEntry(builder().held("another token", 30s).build());
    QVERIFY(!releaseButton(*dialog).isEnabled());
    QVERIFY(child<QWidget>(*dialog, u"changedBanner"_s).isVisible());
    QVERIFY(!allTexts(*dialog).filter(u"The holder changed"_s).isEmpty());
}

void ReleaseDialogTest::aChangeIsNotForgottenWhenTheOldTokenReturns()
{
    const auto dialog = dialogFor(deadHolder());
    giveReason(*dialog);
    dialog->showEntry(builder().held("another token", 30s).build());
    dialog->showEntry(deadHolder());
    QVERIFY(!releaseButton(*dialog).isEnabled());
}

void ReleaseDialogTest::aVanishedLockCanNotBeReleased()
{
    const auto dialog = dialogFor(deadHolder());
    giveReason(*dialog);
    dialog->showEntry(nullptr);
    QVERIFY(!releaseButton(*dialog).isEnabled());
    QVERIFY(!allTexts(*dialog).filter(u"It is gone"_s).isEmpty());
}

void ReleaseDialogTest::anUpdateOfTheSameTokenChangesNothing()
{
    const auto dialog = dialogFor(deadHolder());
    giveReason(*dialog);
    dialog->showEntry(builder().held("token", 10s).build());
    QVERIFY(releaseButton(*dialog).isEnabled());
    QVERIFY(!child<QWidget>(*dialog, u"changedBanner"_s).isVisible());
}

void ReleaseDialogTest::theCommandOfEachMasterIsShown()
{
    const auto dialog = dialogFor(deadHolder());
    const QString text = child<QPlainTextEdit>(*dialog, u"commandsPlainTextEdit"_s).toPlainText();
    QCOMPARE(text.count(u"redis-cli "_s), 3);
    for (const auto& host : {u"one.test"_s, u"two.test"_s, u"three.test"_s})
        QVERIFY2(text.contains(host), qPrintable(text));
    QVERIFY(text.contains(QString::fromStdString(Fingerprint::ofString("token").hex())));
}

void ReleaseDialogTest::aRunningReleaseCanNotBeClosed()
{
    const auto dialog = dialogFor(deadHolder());
    giveReason(*dialog);
    click(releaseButton(*dialog));
    QTest::keyClick(dialog.get(), Qt::Key_Escape);
    QVERIFY(dialog->isVisible());
    QVERIFY(!releaseButton(*dialog).isEnabled());
}

void ReleaseDialogTest::theResultOfEachMasterIsShown()
{
    const auto dialog = dialogFor(deadHolder());
    giveReason(*dialog);
    click(releaseButton(*dialog));
    dialog->showResult(ReportResult(release::Report{
        .outcomes = {{MasterId("a"), MasterResult::Released},
            {MasterId("b"), MasterResult::Released}, {MasterId("c"), MasterResult::Unreachable}},
        .isQuorumFreed = true}));
    QVERIFY(labelText(*dialog, u"summaryLabel"_s).contains(u"Released on 2 of 3 masters"_s));
    const QStringList texts = allTexts(*dialog);
    QCOMPARE(texts.filter(u"released"_s, Qt::CaseSensitive).size(), 2);
    QCOMPARE(texts.filter(u"not connected"_s).size(), 1);
    QVERIFY(labelText(*dialog, u"journalLabel"_s).contains(u"/var/journal.jsonl"_s));
    QVERIFY(!releaseButton(*dialog).isVisible());
}

void ReleaseDialogTest::aFreedLockIsCalledFreeAfterwards()
{
    const auto dialog = dialogFor(deadHolder());
    dialog->showResult(ReportResult(release::Report{.isQuorumFreed = true}));
    dialog->showEntry(nullptr);
    QVERIFY(labelText(*dialog, u"nowLabel"_s).startsWith(u"free"_s));
}

void ReleaseDialogTest::aReadingFromBeforeTheReleaseIsNotShownAsNow()
{
    const auto dialog = dialogFor(deadHolder());
    const auto before = deadHolder();
    m_clock.advance(1s);
    dialog->showResult(ReportResult(release::Report{.isQuorumFreed = true}));
    const QString waiting = labelText(*dialog, u"nowLabel"_s);
    dialog->showEntry(before);
    QCOMPARE(labelText(*dialog, u"nowLabel"_s), waiting);
    m_clock.advance(1s);
    dialog->showEntry(deadHolder());
    QVERIFY(labelText(*dialog, u"nowLabel"_s).startsWith(u"held"_s));
}

void ReleaseDialogTest::aJournalThatCanNotBeWrittenIsTold()
{
    const auto dialog = dialogFor(deadHolder());
    dialog->showResult(ReportResult(release::Report{
        .isQuorumFreed = true, .journalError = Error{ErrorClass::Journal, "disk full"}}));
    QVERIFY(labelText(*dialog, u"journalLabel"_s).contains(u"disk full"_s));
}

void ReleaseDialogTest::aFailureTellsThatNothingWasReleased()
{
    const auto dialog = dialogFor(deadHolder());
    dialog->showResult(ReportResult(fail(ErrorClass::Journal, "permission denied")));
    QCOMPARE(labelText(*dialog, u"summaryLabel"_s), u"Nothing was released."_s);
    QVERIFY(labelText(*dialog, u"journalLabel"_s).contains(u"permission denied"_s));
}

void ReleaseDialogTest::noLabelTakesAHostileNameForMarkup()
{
    const auto dialog = dialogFor(deadHolder("<img src=/some/fifo>"));
    QVERIFY(!allTexts(*dialog).filter(u"<img"_s).isEmpty());
    for (const auto* label : dialog->findChildren<QLabel*>()) {
        if (label->text().contains(u'<'))
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }
}

void ReleaseDialogTest::anAmpersandInANameStays()
{
    const auto dialog = dialogFor(deadHolder("a&b"));
    QCOMPARE(releaseButton(*dialog).text(), u"Release a&&b"_s);
}

LOCKKEEPER_TEST(ReleaseDialogTest)
#include "release_dialog_test.moc"
