// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manual_clock.h"
#include "tests/support/no_processes.h"
#include "tests/support/test_class.h"
#include "tests/ui/lock_entries.h"
#include "tests/ui/widget_finders.h"
#include "ui/dialogs/release/bulk_dialog.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/widgets/edge_frame.h"
#include "ui/widgets/fold.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>

namespace lockkeeper::tests::long_names_test {

/// Names of 10 000 characters that can't be broken between words, on the smallest screen:
/// 1366x768 at 150 %.
class LongNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theReleaseDialogShowsThemWhole()
    {
        const auto entry = longEntry();
        ui::ReleaseDialog dialog({.plan = planOf(entry),
                                     .entry = entry,
                                     .journalFile = "/var/journal.jsonl",
                                     .deployment = u"test"_s},
            m_clock, m_processes);
        dialog.resize(760, 430);
        dialog.show();
        for (auto* fold : dialog.findChildren<ui::Fold*>())
            fold->setOpen(true);
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(dialog.width() <= kSmall.width() && dialog.height() <= kSmall.height());
        for (const auto* area : dialog.findChildren<QScrollArea*>()) {
            if (area->isVisible())
                QCOMPARE(area->widget()->width(), area->viewport()->width());
        }
        const auto& lock = child<QLabel>(dialog, u"lockLabel"_s);
        QVERIFY(lock.text().contains(QString(100, u'x')));
        QVERIFY(lock.height() >= lock.heightForWidth(lock.width()));
    }

    void theBulkDialogShowsItsHeading()
    {
        ui::BulkItem item{.resource = longEntry()->resource, .entry = longEntry()};
        item.token = leadingToken(item.entry->votes);
        std::vector<ui::BulkItem> items;
        items.push_back(item);
        ui::BulkDialog dialog(std::move(items), "/var/journal.jsonl");
        new ui::EdgeFrame(dialog, u"PRODUCTION"_s);
        dialog.resize(700, 400);
        dialog.show();
        dialog.model().setConfirmed(true);
        child<QLineEdit>(dialog, u"reasonLineEdit"_s).setText(u"drill"_s);
        child<QPushButton>(dialog, u"freeButton"_s).click();
        dialog.showStep(0, {.fate = release::Fate::Refused, .text = "no reply"});
        dialog.showFinished(std::nullopt);
        const auto& heading = child<QLabel>(dialog, u"bulkSummaryLabel"_s);
        QTRY_VERIFY(heading.height() >= heading.heightForWidth(heading.width()));
        QVERIFY(dialog.minimumSizeHint().height() <= kSmall.height() - 50);
    }

private:
    static constexpr QSize kSmall{910, 512};

    [[nodiscard]] observe::LockEntryPtr longEntry() const
    {
        LockEntryBuilder builder("lock:" + std::string(10'000, 'x'), m_clock.now());
        builder.held("token", 30s).lock().holder.app = std::string(300, 'y');
        return builder.build();
    }
    [[nodiscard]] static release::Plan planOf(const observe::LockEntryPtr& entry)
    {
        const auto deployment = config::deploymentFromUrls(
            "test", {"redis://one.test:1", "redis://two.test:2", "redis://three.test:3"});
        return *release::planRelease(*deployment, *entry, Fingerprint::ofString("token"));
    }

    ManualClock m_clock;
    test::NoProcesses m_processes;
};

LOCKKEEPER_TEST(LongNamesTest)

} // namespace lockkeeper::tests::long_names_test

#include "long_names_test.moc"
