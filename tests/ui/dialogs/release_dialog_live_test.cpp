// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/models/words/words.h"
#include "ui/widgets/fold.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <memory>

namespace lockkeeper::tests::release_dialog_live_test {

using observe::EvidenceKind;

/// What changes in the dialog while it is open.
class ReleaseDialogLiveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFactsKeepCounting()
    {
        const auto entry = builder().held("token", 30s).build();
        const auto dialog = dialogFor(entry);
        child<ui::Fold>(*dialog, u"factsFold"_s).setOpen(true);
        const auto shows = [&](std::chrono::milliseconds ttl) {
            return !visibleTexts(*dialog).filter(u"TTL "_s + ui::durationText(ttl)).isEmpty();
        };
        QVERIFY(shows(30s));
        m_clock.advance(7s);
        dialog->showEntry(entry);
        QVERIFY(!shows(30s));
        QVERIFY(shows(23s));
    }

    void whatSomebodySaysOfTheHolderCounts()
    {
        const auto dialog = dialogFor(builder().held("token", 60s).build());
        const auto said = [&] { return dialog->accessibleDescription(); };
        QVERIFY2(said().startsWith(u"NOT KNOWN: "_s), qPrintable(said()));
        dialog->setSaid(release::LifeReport{.life = release::Life::Gone,
            .source = "Kubernetes",
            .reason = "pod worker-7f ended 02:58",
            .at = m_clock.now()});
        QCOMPARE(said(), u"SAFE TO FREE: pod worker-7f ended 02:58 (Kubernetes, just now)"_s);
        dialog->setSaid(release::LifeReport{
            .life = release::Life::Alive, .source = "Kubernetes", .at = m_clock.now()});
        QCOMPARE(said(), u"ALIVE: its holder lives (Kubernetes, just now)"_s);
    }

    void theTimesOfEvidenceCountOn()
    {
        const auto entry = builder()
                               .held("token", 60s)
                               .stale({.kind = EvidenceKind::RenewalsStopped,
                                   .since = m_clock.now() - 20s,
                                   .measure = 10s})
                               .build();
        const auto dialog = dialogFor(entry);
        child<ui::Fold>(*dialog, u"factsFold"_s).setOpen(true);
        QVERIFY(!visibleTexts(*dialog).filter(u"the last 20 s ago"_s).isEmpty());
        m_clock.advance(7s);
        dialog->showEntry(entry); // nothing but the time has changed
        QVERIFY(!visibleTexts(*dialog).filter(u"the last 27 s ago"_s).isEmpty());
    }

    void whatWasShownGoesAlongWithTheDecision()
    {
        m_processes.state = observe::ProcessState::Gone;
        auto entry = builder();
        entry.lock().holder.pid = 812;
        entry.lock().holder.process = "0123456789abcdef-1";
        const auto dialog = dialogFor(entry.held("token", 30s).build());
        std::optional<release::ShownSafety> shown;
        connect(dialog.get(), &Dialog::releaseRequested, this,
            [&shown](const release::Plan& plan) { shown = plan.shown; });
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"stuck job"_s);
        click(child<QPushButton>(*dialog, u"releaseButton"_s));
        QVERIFY(shown.has_value());
        QCOMPARE(shown->safety, release::Safety::SafeToFree);
        QCOMPARE(
            shown->text, std::string("SAFE TO FREE: its process 812 has ended (seen just now)"));
    }

    void aNextHolderThatWasThereForAMomentIsTold()
    {
        m_processes.state = observe::ProcessState::Gone;
        auto entry = builder();
        entry.lock().holder.pid = 812;
        entry.lock().holder.process = "0123456789abcdef-1";
        const auto dialog = dialogFor(entry.held("token", 30s).build());
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"stuck job"_s);
        click(child<QPushButton>(*dialog, u"releaseButton"_s));
        const Resource bill("cron:bill");
        const auto taken = Fingerprint::ofString("next");
        dialog->showHolds({{.resource = bill, .at = m_clock.now(), .isFree = true},
            {.resource = bill, .at = m_clock.now() + 300ms, .token = taken}});
        dialog->showResult(ui::ReleaseResult(release::Report{.isQuorumFreed = true}));
        const auto now = [&] { return child<QLabel>(*dialog, u"nowLabel"_s).text(); };
        dialog->showEntry(nullptr);
        QCOMPARE(now(), u"free: a quorum of masters does not store it"_s);
        dialog->showHolds({{.resource = bill, .at = m_clock.now() + 400ms, .isFree = true}});
        dialog->showEntry(nullptr);
        QCOMPARE(now(),
            u"free: a quorum of masters does not store it; taken after 0.3 s by token %1, and given up after 0.1 s"_s
                .arg(QString::fromStdString(taken.shortHex())));
    }

    void nothingCanBeDoneWhenTheTimeForChangesEnds()
    {
        const auto dialog = dialogFor(builder().held("token", 30s).build());
        auto& release = child<QPushButton>(*dialog, u"releaseButton"_s);
        type(child<QLineEdit>(*dialog, u"reasonLineEdit"_s), u"stuck job"_s);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        QVERIFY(release.isEnabled());
        child<QLineEdit>(*dialog, u"nameLineEdit"_s).setFocus();
        dialog->setWhyDisabled(u"The time is over."_s);
        QVERIFY(!release.isEnabled());
        QVERIFY(!child<QPushButton>(*dialog, u"revokeButton"_s).isEnabled());
        QCOMPARE(release.accessibleDescription(), u"The time is over."_s);
        QVERIFY(!visibleTexts(*dialog).filter(u"The time is over."_s).isEmpty());
        QCOMPARE(dialog->focusWidget()->objectName(), u"nameLineEdit"_s);
        QTest::keyClicks(dialog->focusWidget(), u" x"_s);
        QVERIFY(dialog->isVisible());
        QCOMPARE(child<QLineEdit>(*dialog, u"nameLineEdit"_s).text(), u"cron:bill x"_s);
        QCOMPARE(child<QLineEdit>(*dialog, u"reasonLineEdit"_s).text(), u"stuck job"_s);
        type(child<QLineEdit>(*dialog, u"nameLineEdit"_s), u"cron:bill"_s);
        QVERIFY(!release.isEnabled());
        dialog->setWhyDisabled({});
        QVERIFY(release.isEnabled());
        QVERIFY(visibleTexts(*dialog).filter(u"The time is over."_s).isEmpty());
    }

    void theTokenOfASplitMayBeAnyThatIsStored()
    {
        const auto splitInto = [this](const char* tokens) {
            LockEntryBuilder entry("cron:bill", m_clock.now(), 5);
            for (std::size_t i = 0; tokens[i] != '\0'; ++i)
                entry.heldOn(i, std::string(1, tokens[i]), 30s);
            return entry.build();
        };
        const auto dialog = dialogFor(splitInto("aab"));
        const auto& banner = child<QWidget>(*dialog, u"changedBanner"_s);
        dialog->showEntry(splitInto("abb")); // another one leads, without a quorum
        QVERIFY(!banner.isVisible());
        dialog->showEntry(splitInto("abbb"));
        QVERIFY(banner.isVisible());
    }

private:
    using Dialog = ui::ReleaseDialog;

    [[nodiscard]] LockEntryBuilder builder()
    {
        return LockEntryBuilder("cron:bill", m_clock.now());
    }
    [[nodiscard]] std::unique_ptr<Dialog> dialogFor(const observe::LockEntryPtr& entry)
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        auto plan = release::planRelease(*deployment, *entry, *entry->countVotes().token);
        auto dialog = std::make_unique<Dialog>(Dialog::Subject{.plan = std::move(*plan),
                                                   .entry = entry,
                                                   .journalFile = "/var/journal.jsonl",
                                                   .deployment = u"test"_s},
            m_clock, m_processes);
        dialog->show();
        return dialog;
    }
    ManualClock m_clock;
    test::NoProcesses m_processes;
};

LOCKKEEPER_TEST(ReleaseDialogLiveTest)

} // namespace lockkeeper::tests::release_dialog_live_test

#include "release_dialog_live_test.moc"
